// What a start needs of node:crypto. Not by `import`: that reads every member of the module, and one of them loads all of
// Web Crypto, which nothing here uses. Rooms that are loaded later import node:crypto as usual.
export const { hash, randomBytes, randomUUID } = process.getBuiltinModule('node:crypto')
