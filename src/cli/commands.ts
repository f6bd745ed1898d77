// All commands of windrow, in the order of the help.
import type { Command } from './command.ts'
import { agentCommands } from './table/agent.ts'
import { exportCommand, importCommand, installCommand, mergeCommand, uninstallCommand } from './table/game-text.ts'
import { serve, shortcut, up } from './table/serving.ts'
import { keyCommands, userCommands } from './table/people.ts'
import { translateCommand } from './table/translation.ts'
import { glossaryCommands, proposalCommands, settingCommands } from './table/curation.ts'
import { logCommand, revertCommand } from './table/undo.ts'
import { webhookCommands } from './table/webhooks.ts'
import {
  backup,
  check,
  checkTexts,
  consistency,
  doctor,
  index,
  openapi,
  restore,
  stats,
  upgrade,
} from './table/upkeep.ts'

export const COMMANDS: readonly Command[] = [
  { ...serve, load: () => import('./commands/serving/serve.ts') },
  { ...up, load: () => import('./commands/serving/up.ts') },
  { ...shortcut, load: () => import('./commands/serving/shortcut.ts') },
  { ...importCommand, load: () => import('./commands/game-text/import.ts') },
  { ...exportCommand, load: () => import('./commands/game-text/export.ts') },
  { ...installCommand, load: async () => ({ run: (await import('./commands/game-text/install.ts')).install }) },
  { ...uninstallCommand, load: async () => ({ run: (await import('./commands/game-text/install.ts')).uninstall }) },
  { ...mergeCommand, load: () => import('./commands/game-text/merge.ts') },
  { ...agentCommands.rows, load: () => import('./commands/agent/rows.ts') },
  { ...agentCommands.row, load: async () => ({ run: (await import('./commands/agent/look.ts')).row }) },
  { ...agentCommands.search, load: async () => ({ run: (await import('./commands/agent/look.ts')).search }) },
  { ...agentCommands.validate, load: async () => ({ run: (await import('./commands/agent/write.ts')).validate }) },
  { ...agentCommands.write, load: async () => ({ run: (await import('./commands/agent/write.ts')).write }) },
  { ...agentCommands.mcp, load: () => import('./commands/agent/mcp.ts') },
  { ...agentCommands.renew, load: async () => ({ run: (await import('./commands/agent/claim.ts')).renew }) },
  { ...agentCommands.giveBack, load: async () => ({ run: (await import('./commands/agent/claim.ts')).giveBack }) },
  { ...translateCommand, load: () => import('./commands/agent/translate.ts') },
  { ...userCommands.add, load: async () => ({ run: (await import('./commands/people/user.ts')).add }) },
  { ...userCommands.list, load: async () => ({ run: (await import('./commands/people/user.ts')).list }) },
  { ...userCommands.invite, load: async () => ({ run: (await import('./commands/people/invite.ts')).invite }) },
  { ...userCommands.role, load: async () => ({ run: (await import('./commands/people/user.ts')).role }) },
  { ...userCommands.state, load: async () => ({ run: (await import('./commands/people/user.ts')).state }) },
  { ...userCommands.password, load: async () => ({ run: (await import('./commands/people/user.ts')).password }) },
  {
    ...userCommands.resetSecondFactor,
    load: async () => ({ run: (await import('./commands/people/user.ts')).dropSecondFactor }),
  },
  { ...userCommands.quota, load: async () => ({ run: (await import('./commands/people/user.ts')).quota }) },
  { ...keyCommands.create, load: async () => ({ run: (await import('./commands/people/key.ts')).create }) },
  { ...keyCommands.list, load: async () => ({ run: (await import('./commands/people/key.ts')).list }) },
  { ...keyCommands.show, load: async () => ({ run: (await import('./commands/people/key.ts')).show }) },
  { ...keyCommands.regenerate, load: async () => ({ run: (await import('./commands/people/key.ts')).regenerate }) },
  { ...keyCommands.deactivate, load: async () => ({ run: (await import('./commands/people/key.ts')).deactivate }) },
  { ...keyCommands.activate, load: async () => ({ run: (await import('./commands/people/key.ts')).activate }) },
  { ...keyCommands.adjust, load: async () => ({ run: (await import('./commands/people/key.ts')).adjust }) },
  { ...keyCommands.revoke, load: async () => ({ run: (await import('./commands/people/key.ts')).revoke }) },
  { ...keyCommands.limit, load: async () => ({ run: (await import('./commands/people/key.ts')).limit }) },
  { ...settingCommands.list, load: async () => ({ run: (await import('./commands/curation/setting.ts')).list }) },
  { ...settingCommands.get, load: async () => ({ run: (await import('./commands/curation/setting.ts')).get }) },
  { ...settingCommands.set, load: async () => ({ run: (await import('./commands/curation/setting.ts')).set }) },
  {
    ...glossaryCommands.import,
    load: async () => ({ run: (await import('./commands/curation/glossary.ts')).importTerms }),
  },
  {
    ...glossaryCommands.export,
    load: async () => ({ run: (await import('./commands/curation/glossary.ts')).exportTerms }),
  },
  { ...glossaryCommands.list, load: async () => ({ run: (await import('./commands/curation/glossary.ts')).list }) },
  {
    ...glossaryCommands.proposals,
    load: async () => ({ run: (await import('./commands/curation/term-proposal.ts')).list }),
  },
  {
    ...glossaryCommands.approve,
    load: async () => ({ run: (await import('./commands/curation/term-proposal.ts')).approve }),
  },
  {
    ...glossaryCommands.reject,
    load: async () => ({ run: (await import('./commands/curation/term-proposal.ts')).reject }),
  },
  { ...proposalCommands.list, load: async () => ({ run: (await import('./commands/curation/proposal.ts')).list }) },
  { ...proposalCommands.show, load: async () => ({ run: (await import('./commands/curation/proposal.ts')).show }) },
  {
    ...proposalCommands.approve,
    load: async () => ({ run: (await import('./commands/curation/proposal.ts')).approve }),
  },
  { ...proposalCommands.reject, load: async () => ({ run: (await import('./commands/curation/proposal.ts')).reject }) },
  { ...webhookCommands.add, load: async () => ({ run: (await import('./commands/curation/webhook.ts')).add }) },
  { ...webhookCommands.list, load: async () => ({ run: (await import('./commands/curation/webhook.ts')).list }) },
  { ...webhookCommands.test, load: async () => ({ run: (await import('./commands/curation/webhook.ts')).test }) },
  { ...webhookCommands.on, load: async () => ({ run: (await import('./commands/curation/webhook.ts')).on }) },
  { ...webhookCommands.off, load: async () => ({ run: (await import('./commands/curation/webhook.ts')).off }) },
  { ...webhookCommands.remove, load: async () => ({ run: (await import('./commands/curation/webhook.ts')).remove }) },
  { ...logCommand, load: () => import('./commands/log.ts') },
  { ...revertCommand, load: () => import('./commands/revert.ts') },
  { ...backup, load: () => import('./commands/upkeep/backup.ts') },
  { ...restore, load: () => import('./commands/upkeep/restore.ts') },
  { ...upgrade, load: () => import('./commands/upkeep/upgrade.ts') },
  { ...index, load: () => import('./commands/upkeep/make-index.ts') },
  { ...check, load: () => import('./commands/upkeep/check.ts') },
  { ...checkTexts, load: () => import('./commands/upkeep/check-texts.ts') },
  { ...consistency, load: () => import('./commands/upkeep/consistency.ts') },
  { ...stats, load: () => import('./commands/upkeep/stats.ts') },
  { ...doctor, load: () => import('./commands/upkeep/doctor.ts') },
  { ...openapi, load: () => import('./commands/upkeep/openapi.ts') },
]
