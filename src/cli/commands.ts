// The table of commands, in the order of the help. Each row is a spec from table/ and the module that does the work,
// loaded when it is asked for.
import type { Command } from './command.ts'
import { exportCommand, importCommand } from './table/game-text.ts'
import { serve, up } from './table/serving.ts'
import { keyCommands, userCommands } from './table/people.ts'
import { glossaryCommands, proposalCommands, settingCommands } from './table/curation.ts'
import { backup, check, doctor, openapi, restore, stats } from './table/upkeep.ts'

export const COMMANDS: readonly Command[] = [
  { ...serve, load: () => import('./serve.ts') },
  { ...up, load: () => import('./up.ts') },
  { ...importCommand, load: () => import('./import.ts') },
  { ...exportCommand, load: () => import('./export.ts') },
  { ...userCommands.add, load: async () => ({ run: (await import('./user.ts')).add }) },
  { ...userCommands.list, load: async () => ({ run: (await import('./user.ts')).list }) },
  { ...userCommands.role, load: async () => ({ run: (await import('./user.ts')).role }) },
  { ...userCommands.state, load: async () => ({ run: (await import('./user.ts')).state }) },
  { ...userCommands.password, load: async () => ({ run: (await import('./user.ts')).password }) },
  { ...userCommands.quota, load: async () => ({ run: (await import('./user.ts')).quota }) },
  { ...keyCommands.create, load: async () => ({ run: (await import('./key.ts')).create }) },
  { ...keyCommands.list, load: async () => ({ run: (await import('./key.ts')).list }) },
  { ...keyCommands.show, load: async () => ({ run: (await import('./key.ts')).show }) },
  { ...keyCommands.regenerate, load: async () => ({ run: (await import('./key.ts')).regenerate }) },
  { ...keyCommands.deactivate, load: async () => ({ run: (await import('./key.ts')).deactivate }) },
  { ...keyCommands.activate, load: async () => ({ run: (await import('./key.ts')).activate }) },
  { ...keyCommands.revoke, load: async () => ({ run: (await import('./key.ts')).revoke }) },
  { ...keyCommands.limit, load: async () => ({ run: (await import('./key.ts')).limit }) },
  { ...settingCommands.list, load: async () => ({ run: (await import('./setting.ts')).list }) },
  { ...settingCommands.get, load: async () => ({ run: (await import('./setting.ts')).get }) },
  { ...settingCommands.set, load: async () => ({ run: (await import('./setting.ts')).set }) },
  { ...glossaryCommands.import, load: async () => ({ run: (await import('./glossary.ts')).importTerms }) },
  { ...glossaryCommands.export, load: async () => ({ run: (await import('./glossary.ts')).exportTerms }) },
  { ...glossaryCommands.list, load: async () => ({ run: (await import('./glossary.ts')).list }) },
  { ...proposalCommands.list, load: async () => ({ run: (await import('./proposal.ts')).list }) },
  { ...proposalCommands.show, load: async () => ({ run: (await import('./proposal.ts')).show }) },
  { ...proposalCommands.approve, load: async () => ({ run: (await import('./proposal.ts')).approve }) },
  { ...proposalCommands.reject, load: async () => ({ run: (await import('./proposal.ts')).reject }) },
  { ...backup, load: () => import('./backup.ts') },
  { ...restore, load: () => import('./restore.ts') },
  { ...check, load: () => import('./check.ts') },
  { ...stats, load: () => import('./stats.ts') },
  { ...doctor, load: () => import('./doctor.ts') },
  { ...openapi, load: () => import('./openapi.ts') },
]
