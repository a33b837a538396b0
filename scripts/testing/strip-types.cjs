exports.process = (text) => ({ code: require('node:module').stripTypeScriptTypes(text) })
