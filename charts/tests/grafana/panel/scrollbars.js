// Grafana imports this package, which is CommonJS, from files that are .mjs; there its default is all that it exports.
module.exports = require('./node_modules/react-custom-scrollbars-2/lib/index.js').default;
