// What callers import to read and put people, keys, sessions, invitations and settings.

export * from './records/people-and-keys.ts'
export * from './records/sessions.ts'
export * from './records/invites.ts'

// The rows a person wrote today.
export { addUsed, endOfDay, readUsed } from './records/quota.ts'

// Settings, the glossary, the team's brief, and their generations.
export * from './records/settings.ts'
