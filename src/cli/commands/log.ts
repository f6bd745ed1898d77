// `windrow log`: the revisions that its options select, with their writers and times.
import { type LogEntry, readLog } from '../../app/undo/read-log.ts'
import { toLine } from '../../agent/text-lines.ts'
import { clientWords } from '../../domain/revision.ts'
import { isWithdrawal } from '../../domain/row.ts'
import { isRevert } from '../../domain/revert.ts'
import type { Runnable } from '../command.ts'
import { revisionFilterOf, REVISION_FILTERS, number } from './revision-filter.ts'
import { isoTimeOrNull, localTime, plainLine } from '../streams/lines.ts'
import { openLineFile } from '../streams/line-file.ts'
import { withOutput } from '../streams/output.ts'
import { withStore } from '../with-app.ts'
import { TIMES, FILE } from '../options.ts'

export const command: Runnable = {
  name: 'log',
  summary: 'Show who wrote what, and when, newest first',
  details: [
    'A line is the time, the person, ROW, layer, revision, status with provider, model, client and the batch, ' +
      'import or revert that wrote it, and the text, separated by tabs. A revert is listed under the person who reverted.',
    TIMES,
    '--json: {entries}; --jsonl: one of them a line: {at, who, row_id, layer, revision, change, text, status, ' +
      'origin, provider, model, client, client_version, prompt_version, key_id, approver, proposal_id, via, restores, ' +
      'source_hash}. change is written, restored or withdrawn.',
  ],
  options: [
    ...REVISION_FILTERS,
    { name: 'limit', summary: 'Most entries to show', value: number, defaultText: 'all' },
    { name: 'jsonl', summary: 'A JSON object on each line' },
    { name: 'to', summary: 'File to write', value: FILE, defaultText: 'standard output' },
  ],
  examples: [
    'windrow log --limit 20',
    'windrow log --person Olena --since 2026-11-21',
    'windrow log --row 0102030405060708 --jsonl',
  ],
  run: (context, args) =>
    withStore(context, async (app) => {
      const progress = context.progress('looking for revisions', undefined, 'revisions')
      const entries = readLog(app, revisionFilterOf(app, args), {
        limit: args.integer('limit') ?? null,
        signal: context.signal,
        onProgress: (found) => progress.update(found),
      })
      if (context.json && !args.flag('jsonl') && args.text('to') === undefined) {
        const documents: object[] = []
        for await (const some of entries) documents.push(...some.map(documentOf))
        progress.end()
        return context.answer({ entries: documents }, () => [])
      }
      const lineOf = args.flag('jsonl') ? (entry: LogEntry) => JSON.stringify(documentOf(entry)) : textLineOf
      await withOutput(context, args.text('to') ?? '-', async (target) => {
        const lines = openLineFile(target)
        try {
          for await (const some of entries) {
            progress.end()
            for (const entry of some) lines.write(lineOf(entry))
          }
          await lines.keep()
        } catch (error) {
          lines.drop()
          throw error
        }
      })
    }),
}

const changeOf = ({ revision }: LogEntry): string =>
  isWithdrawal(revision) ? 'withdrawn' : isRevert(revision) ? 'restored' : 'written'

const documentOf = (entry: LogEntry) => {
  const { revision, rowId, layer, who, approver } = entry
  return {
    at: isoTimeOrNull(revision.createdAtMs),
    who,
    row_id: rowId,
    layer,
    revision: revision.seq,
    change: changeOf(entry),
    text: isWithdrawal(revision) ? null : revision.text,
    status: revision.status,
    origin: revision.origin,
    provider: revision.provider,
    model: revision.model,
    client: revision.client?.name ?? null,
    client_version: revision.client?.version ?? null,
    prompt_version: revision.client?.prompt ?? null,
    brief_version: revision.client?.brief ?? null,
    reader: revision.client?.reader ?? null,
    key_id: revision.keyId,
    approver,
    proposal_id: revision.proposalId,
    via: revision.via ?? null,
    restores: revision.restores ?? null,
    source_hash: revision.sourceHash,
  }
}

/** An entry as a line. All names are escaped, because clients choose the names of models. */
function textLineOf(entry: LogEntry): string {
  const { revision, rowId, layer, who } = entry
  const { status, provider, model, via } = revision
  const words = revision.client && clientWords(revision.client)
  const client = words ? `(${words})` : null
  const brief = revision.client?.brief && `brief ${revision.client.brief}`
  const change = changeOf(entry)
  const reader = revision.client?.reader && `read by ${revision.client.reader}`
  const said = [change === 'written' ? status : change, provider, model, client, brief, reader, via]
  const what = said.filter((part) => typeof part === 'string')
  const parts = [
    localTime(revision.createdAtMs),
    who ?? '-',
    rowId,
    layer,
    String(revision.seq),
    what.join(' '),
    toLine(revision.text),
  ]
  return parts.map(plainLine).join('\t')
}
