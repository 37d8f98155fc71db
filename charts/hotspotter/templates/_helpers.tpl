{{/* Prefix of all object names. 40 characters leave room for the longest suffix. */}}
{{- define "hotspotter.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "hotspotter.name" . -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "hotspotter.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "hotspotter.store.fullname" -}}
{{ include "hotspotter.fullname" . }}-store
{{- end -}}

{{/* Labels that identify one component's pods. Upgrades never change them.
     Called with (list $ "component"). */}}
{{- define "hotspotter.selectorLabels" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "hotspotter.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* Labels of every object. Called with (list $ "component"). */}}
{{- define "hotspotter.labels" -}}
{{- $root := index . 0 -}}
{{ include "hotspotter.selectorLabels" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: hotspotter
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Image reference. Called with (list $ image-values). */}}
{{- define "hotspotter.image" -}}
{{- $image := index . 1 -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ default (index . 0).Chart.AppVersion $image.tag }}
{{- end -}}
{{- end -}}

{{/* The security context of every container: Pod Security "restricted", and a read-only root. */}}
{{- define "hotspotter.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* A pod's node selector, affinity and tolerations. Called with the values that hold the keys. */}}
{{- define "hotspotter.placement" -}}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- define "hotspotter.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ default (include "hotspotter.fullname" .) .Values.serviceAccount.name }}
{{- else -}}
{{ default "default" .Values.serviceAccount.name }}
{{- end -}}
{{- end -}}

{{/* The listen address of the pages. */}}
{{- define "hotspotter.web.bind" -}}
{{ default (ternary "127.0.0.1" "0.0.0.0" (eq .Values.web.auth.mode "portForward")) .Values.web.bind }}
{{- end -}}

{{/* The Secret with the authority of the proxy's certificate, if any. */}}
{{- define "hotspotter.web.clientCa" -}}
{{- if eq .Values.web.auth.mode "proxy" }}{{ .Values.web.auth.proxy.clientCaSecret }}{{ end -}}
{{- end -}}

{{/* "true" if other pods can reach the pages' address. */}}
{{- define "hotspotter.web.exposed" -}}
{{- if not (regexMatch "^(127\\.|localhost$|::1$)" (include "hotspotter.web.bind" .)) }}true{{ end -}}
{{- end -}}

{{/* "true" if the operator watches the release's own namespace, and so can profile itself. */}}
{{- define "hotspotter.watchesOwnNamespace" -}}
{{- if or (not .Values.watchNamespaces) (has .Release.Namespace .Values.watchNamespaces) }}true{{ end -}}
{{- end -}}

{{- define "hotspotter.store.host" -}}
{{ include "hotspotter.store.fullname" . }}.{{ .Release.Namespace }}.svc
{{- end -}}

{{/* The Secret with the embedded store's certificate; empty if it serves plain HTTP. */}}
{{- define "hotspotter.store.tlsSecret" -}}
{{- with .Values.objectStore.embedded -}}
{{- if and .enabled .tls.enabled }}{{ default (printf "%s-tls" (include "hotspotter.store.fullname" $)) .tls.existingSecret }}{{ end -}}
{{- end -}}
{{- end -}}

{{- define "hotspotter.store.endpoint" -}}
{{- if .Values.objectStore.embedded.enabled -}}
{{ ternary "https" "http" .Values.objectStore.embedded.tls.enabled }}://{{ include "hotspotter.store.host" . }}:7070
{{- else -}}
{{ .Values.objectStore.endpoint }}
{{- end -}}
{{- end -}}

{{/* The embedded store has another region than us-east-1. S3 refuses a request for a new bucket that names us-east-1,
     and the operator's client always names the region. */}}
{{- define "hotspotter.store.region" -}}
{{ default (ternary "local" "us-east-1" .Values.objectStore.embedded.enabled) .Values.objectStore.region }}
{{- end -}}

{{/* The store's capacity; empty if unknown. */}}
{{- define "hotspotter.store.capacity" -}}
{{ default (ternary .Values.objectStore.embedded.persistence.size "" .Values.objectStore.embedded.enabled) .Values.objectStore.capacity }}
{{- end -}}

{{- define "hotspotter.store.secretName" -}}
{{ default (include "hotspotter.store.fullname" .) .Values.objectStore.existingSecret }}
{{- end -}}

{{/* One variable from the object store's Secret. Called with (list $ variable key). */}}
{{- define "hotspotter.store.credential" -}}
- name: {{ index . 1 }}
  valueFrom:
    secretKeyRef:
      name: {{ include "hotspotter.store.secretName" (index . 0) }}
      key: {{ index . 2 }}
{{- end -}}

{{/* The variable with the store's private authority, if any. */}}
{{- define "hotspotter.store.ca" -}}
{{- $ca := .Values.objectStore.ca -}}
{{- $tls := include "hotspotter.store.tlsSecret" . -}}
{{- if or $ca.certificates $ca.existingConfigMap $ca.existingSecret $tls -}}
- name: HOTSPOTTER_STORE_CA_CERTIFICATES
{{- if $ca.certificates }}
  value: {{ $ca.certificates | quote }}
{{- else if $ca.existingConfigMap }}
  valueFrom:
    configMapKeyRef: {name: {{ $ca.existingConfigMap }}, key: {{ $ca.key }}}
{{- else if $ca.existingSecret }}
  valueFrom:
    secretKeyRef: {name: {{ $ca.existingSecret }}, key: {{ $ca.key }}}
{{- else }}
  valueFrom:
    secretKeyRef: {name: {{ $tls }}, key: ca.crt}
{{- end }}
{{- end -}}
{{- end -}}

{{/* Refuses wrong combinations of valid values, because the schema's errors cannot say what to do. */}}
{{- define "hotspotter.validate" -}}
{{- $store := .Values.objectStore -}}
{{- if and $store.embedded.enabled $store.endpoint }}
{{- fail "objectStore.endpoint is set, but the embedded store is on; set objectStore.embedded.enabled=false to use the endpoint, or leave objectStore.endpoint empty to use the embedded store" }}
{{- end }}
{{- if and (not $store.embedded.enabled) (not $store.endpoint) }}
{{- fail "objectStore.embedded.enabled is false, but objectStore.endpoint is empty; set objectStore.endpoint to the URL of an S3 endpoint, for example https://s3.eu-central-1.amazonaws.com, and objectStore.existingSecret to a Secret with its keys" }}
{{- end }}
{{- if and $store.embedded.enabled (eq $store.auth "workloadIdentity") }}
{{- fail "objectStore.auth is workloadIdentity, but the embedded store accepts only keys; set objectStore.auth=keys, or set objectStore.endpoint and objectStore.embedded.enabled=false" }}
{{- end }}
{{- if gt (len (compact (list $store.ca.certificates $store.ca.existingConfigMap $store.ca.existingSecret))) 1 }}
{{- fail "objectStore.ca has several sources; set one of certificates, existingConfigMap and existingSecret" }}
{{- end }}
{{- if and (not $store.embedded.enabled) (not $store.existingSecret) (eq $store.auth "keys") }}
{{- fail (printf "objectStore.existingSecret is empty; create a Secret in namespace %s with the keys %s and %s of %s, and set objectStore.existingSecret to its name, or set objectStore.auth=workloadIdentity" .Release.Namespace $store.accessKeyKey $store.secretKeyKey $store.endpoint) }}
{{- end }}
{{- if and (gt (int .Values.replicas) 1) (not .Values.leaderElection.enabled) }}
{{- fail "replicas is greater than 1, but leaderElection.enabled is false, so several operators would work on the same ProfileJobs; set replicas=1 or leaderElection.enabled=true" }}
{{- end }}
{{- if and (eq .Values.web.auth.mode "portForward") (include "hotspotter.web.exposed" .) }}
{{- fail (printf "web.bind is %s, but web.auth.mode is portForward, so every pod of the cluster could read the pages; leave web.bind empty, or set web.auth.mode to kubernetes or proxy" .Values.web.bind) }}
{{- end }}
{{- $proxy := .Values.web.auth.proxy -}}
{{- if and (eq .Values.web.auth.mode "proxy") (not $proxy.existingSecret) (not $proxy.clientCaSecret) }}
{{- fail (printf "web.auth.mode is proxy, but every client could claim to be the proxy; create a Secret in namespace %s with the key %s, 32 characters or more that only the proxy knows, and set web.auth.proxy.existingSecret to its name, or set web.auth.proxy.clientCaSecret" .Release.Namespace $proxy.secretKey) }}
{{- end }}
{{- if and (eq .Values.web.auth.mode "proxy") $proxy.clientCaSecret (not .Values.web.tls.existingSecret) }}
{{- fail "web.auth.proxy.clientCaSecret is set, but clients show certificates only over HTTPS; set web.tls.existingSecret to a Secret of type kubernetes.io/tls" }}
{{- end }}
{{- if and (eq .Values.web.auth.mode "portForward") .Values.web.createJobs }}
{{- fail "web.createJobs is true, but web.auth.mode is portForward, so the operator cannot check what a user may create; set web.createJobs=false, or set web.auth.mode to kubernetes or proxy" }}
{{- end }}
{{- $pyroscope := .Values.sinks.pyroscope -}}
{{- if and (not $pyroscope.url) (or $pyroscope.tenant $pyroscope.existingSecret) }}
{{- fail "sinks.pyroscope has a tenant or a Secret, but no URL; set sinks.pyroscope.url, for example to http://pyroscope.monitoring.svc:4040, or leave tenant and existingSecret empty" }}
{{- end }}
{{- if eq (int .Values.web.port) (int .Values.metrics.port) }}
{{- fail "web.port and metrics.port are the same; set different numbers" }}
{{- end }}
{{- end -}}
