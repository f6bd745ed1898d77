// An agent whose rows come with the game's texts in some other languages; a language that the store does not have is refused.
import { rowsLimitMax } from '../domain/limits.ts'
import type { Agent, AgentRow } from './agent.ts'

export function withOfficial(agent: Agent, languages: readonly string[]): Agent {
  if (languages.length === 0) return agent
  let known: Promise<unknown> | null = null
  const added = async (rows: readonly AgentRow[]): Promise<readonly AgentRow[]> => {
    const found = new Map<string, AgentRow['official']>()
    for (let at = 0; at < rows.length; at += rowsLimitMax) {
      const rowIds = rows.slice(at, at + rowsLimitMax).map(({ rowId }) => rowId)
      for (const [rowId, texts] of await agent.official(rowIds, languages)) found.set(rowId, texts)
    }
    return rows.map((row) => ({ ...row, official: found.get(row.rowId) ?? [] }))
  }
  const withTexts = async <T extends { readonly rows: readonly AgentRow[] }>(page: T): Promise<T> => ({
    ...page,
    rows: await added(page.rows),
  })
  return {
    ...agent,
    takeRows: async (wanted) => {
      // Refused before rows are claimed that nobody would then see.
      await (known ??= agent.official([], languages))
      return await withTexts(await agent.takeRows(wanted))
    },
    listRows: async (wanted) => await withTexts(await agent.listRows(wanted)),
    readRows: async (rowIds) => await added(await agent.readRows(rowIds)),
    readAround: async (rowId, eachSide) => await added(await agent.readAround(rowId, eachSide)),
    search: async (wanted) => await withTexts(await agent.search(wanted)),
  }
}
