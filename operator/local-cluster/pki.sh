#!/usr/bin/env bash
# Makes the cluster's keys, certificates and kubeconfigs. Does nothing if this version of the script has made them.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/cluster.sh"

made_by=$(sha256sum <"${BASH_SOURCE[0]}")
[[ $(cat "$STATE/pki/complete" 2>/dev/null) == "$made_by" ]] && exit
rm -rf "$STATE/pki" "$STATE/kubeconfigs"
mkdir -p "$STATE/pki" "$STATE/kubeconfigs"
cd "$STATE/pki"
umask 077
KEY=(-newkey rsa:2048 -noenc) # Java's Kubernetes client cannot read an elliptic curve key of this form

authority() { # name
  openssl req -x509 "${KEY[@]}" -days 3650 -subj "/CN=hotspotter-$1" -keyout "$1.key" -out "$1.crt" \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign
}

certificate() { # name, authority, subject, extended key usage [, alternative names]
  openssl req -x509 "${KEY[@]}" -days 3650 -subj "$3" -keyout "$1.key" -out "$1.crt" -CA "$2.crt" -CAkey "$2.key" \
    -addext basicConstraints=critical,CA:FALSE -addext keyUsage=critical,digitalSignature \
    -addext "extendedKeyUsage=$4" ${5:+-addext "subjectAltName=$5"}
}

kubeconfig() { # file, subject
  certificate client ca "$2" clientAuth
  cat >"$1" <<Y
apiVersion: v1
kind: Config
clusters:
  - {name: hotspotter, cluster: {server: "https://$NODE_IP:6443", certificate-authority-data: $(base64 -w0 ca.crt)}}
users:
  - {name: me, user: {client-certificate-data: $(base64 -w0 client.crt), client-key-data: $(base64 -w0 client.key)}}
contexts: [{name: hotspotter, context: {cluster: hotspotter, user: me}}]
current-context: hotspotter
Y
  rm client.crt client.key
}

make_all() {
  authority ca
  authority front-proxy-ca
  local names=DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local
  certificate apiserver ca /CN=kube-apiserver serverAuth "$names,IP:$KUBERNETES_SERVICE_IP,IP:$NODE_IP"
  certificate apiserver-kubelet-client ca /CN=kube-apiserver-kubelet-client clientAuth
  certificate front-proxy-client front-proxy-ca /CN=front-proxy-client clientAuth
  certificate kubelet-server ca "/O=system:nodes/CN=system:node:$NODE" serverAuth "DNS:$NODE,IP:$NODE_IP"
  openssl genrsa -out service-account.key 2048
  openssl rsa -in service-account.key -pubout -out service-account.pub

  kubeconfig "$KUBECONFIG" /O=system:masters/CN=admin
  kubeconfig ../kubeconfigs/kube-controller-manager /CN=system:kube-controller-manager
  kubeconfig ../kubeconfigs/kube-scheduler /CN=system:kube-scheduler
  kubeconfig ../kubeconfigs/kube-proxy /CN=system:kube-proxy
  kubeconfig ../kubeconfigs/kubelet "/O=system:nodes/CN=system:node:$NODE"
  kubeconfig ../kubeconfigs/coredns /CN=coredns
}

make_all 2>openssl.log || die "openssl could not make the cluster's certificates: $(tail -3 openssl.log)"
echo "$made_by" >complete
