// What callers import to read and put people, keys, sessions, invitations and settings.

export {
  allKeys,
  allUsers,
  KEY,
  keysOfUser,
  latestKeys,
  putKey,
  putUser,
  readKey,
  readKeyByDigest,
  readUser,
  readUserByLinked,
  readUserByName,
  removeKey,
  USER,
} from './records/people-and-keys.ts'

export { putSession, readSession, removeSession, removeSessionsOfUser, sessionsOfUser } from './records/sessions.ts'
export { allInvites, type Invite, putInvite, readInvite, removeInvite, removeInvitesOfUser } from './records/invites.ts'

// The rows a person wrote today.
export { addUsed, endOfDay, readUsed } from './records/quota.ts'

// Settings, the glossary, the team's brief, and their generations.
export {
  briefVersions,
  latestBriefId,
  putBrief,
  putGlossary,
  putSetting,
  raiseGeneration,
  readBrief,
  readGeneration,
  readGlossary,
  readSettings,
} from './records/settings.ts'
