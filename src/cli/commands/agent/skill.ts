// `windrow skill`: writes the file from which a model client learns to translate with this windrow.
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { TeamBrief } from '../../../agent/agent.ts'
import { writeWhole } from '../../../base/whole-file.ts'
import { GUIDE } from '../../../mcp/words.ts'
import type { Runnable } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { withAgent } from '../../with-agent.ts'
import { WHERE, as } from './agent-options.ts'
import { FOLDER, word } from '../../options.ts'

type Client = 'claude' | 'codex'

/** The folder below a project where each client looks: code.claude.com/docs/en/skills, developers.openai.com/codex/skills. */
const FOLDERS: Readonly<Record<Client, string>> = { claude: '.claude/skills', codex: '.agents/skills' }

/** Is written into the file, so that a later run knows that it may replace it. */
const MARK = '<!-- Made by "windrow skill", which replaces it. -->'

export const command: Runnable = {
  name: 'skill',
  summary: 'Write a SKILL.md that teaches an AI client to translate with this windrow',
  details: [
    "It contains how to use the tools and the team's brief. Also prints the command that connects the client. " +
      'Below the working folder: .claude/skills/windrow for claude, .agents/skills/windrow for codex. ' +
      'Run it again when the brief has changed.',
    WHERE,
    '--json: {path, connect, brief}; brief is its version, 0 without one.',
  ],
  options: [
    { name: 'for', summary: 'The client', value: word('CLIENT', ['claude', 'codex'], 'client'), isRequired: true },
    { name: 'to', summary: 'Folder of the project', value: FOLDER, defaultText: 'the working folder' },
    as,
  ],
  examples: ['windrow skill --for claude --as Ada --data /my/data'],
  async run(context, args) {
    const client = args.text('for') as Client
    const path = join(resolve(context.cwd, args.text('to') ?? '.'), FOLDERS[client], 'windrow', 'SKILL.md')
    const before = await readFile(path, 'utf8').catch(() => null)
    if (before !== null && !before.includes(MARK))
      throw new Failure(`${path} was not made by windrow; move it, or name another folder with --to`)
    await withAgent(context, args, async (agent, local, server) => {
      const { targetLanguage } = await agent.status()
      const brief = await agent.brief()
      const connect =
        server === null
          ? `${client} mcp add windrow -- windrow mcp --as ${quoted(local?.actor.user.name ?? '')} --data ` +
            quoted(resolve(context.cwd, context.config.data))
          : REMOTE[client](server.url.replace(/\/+$/, ''))
      await mkdir(dirname(path), { recursive: true })
      await writeWhole(path, (file) => file.writeFile(skillText(targetLanguage, brief, connect)))
      context.answer({ path, connect, brief: brief.version }, () => [
        `wrote ${path}; connect the client with:`,
        connect,
      ])
    })
  },
}

/** How to add the server to each client. The key is named by its variable, because many people read a project's files. */
const REMOTE: Readonly<Record<Client, (url: string) => string>> = {
  claude: (url) => `claude mcp add --transport http windrow ${url}/mcp --header "Authorization: Bearer $WINDROW_KEY"`,
  codex: (url) => `codex mcp add windrow --env WINDROW_URL=${url} --env WINDROW_KEY=$WINDROW_KEY -- windrow mcp`,
}

const quoted = (word: string): string => (/^[\w./:\\-]+$/.test(word) ? word : `"${word}"`)

function skillText(language: string, { version, text }: TeamBrief, connect: string): string {
  const into =
    language === '' ? '' : ` into ${new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language}`
  const brief =
    version === 0
      ? ''
      : `\n## The team's brief, version ${version}\n\nIf status names a newer version, read that one instead.\n\n${text.trim()}\n`
  return `---
name: windrow
description: Translate the text of a game${into} with windrow, correct texts that it refused, or look up how \
something was translated. Use it when the task is about rows, texts or terms of the game.
---
${MARK}

The tools are those of the MCP server "windrow". If it is not connected, ask the person to run:

    ${connect}

${GUIDE}${brief}`
}
