// For modules loaded at every start. An `import` of node:crypto reads every member, and one of them loads all of Web
// Crypto. Modules loaded later import node:crypto as usual.
export const { hash, randomBytes, randomUUID } = process.getBuiltinModule('node:crypto')
