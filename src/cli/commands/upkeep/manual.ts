// `windrow manual`: prints the manual page.
import { versionInfo } from '../../../runtime/version.ts'
import type { Command, Run } from '../../command.ts'
import { manualPage } from '../../manual-page.ts'

export const manualOf =
  (commands: readonly Command[]): Run =>
  async (context) => {
    context.stdout.write(manualPage(commands, versionInfo().version))
  }
