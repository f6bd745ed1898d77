// `windrow check-texts`: stored translations that the text gate would refuse today.
import { checkTexts, type FoundText } from '../../../app/upkeep/check-texts.ts'
import type { Layer } from '../../../domain/vocabulary.ts'
import type { Runnable } from '../../command.ts'
import { withStore } from '../../with-app.ts'
import { CaptionShare } from '../caption-share.ts'
import { LAYER } from '../../options.ts'

export const command: Runnable = {
  name: 'check-texts',
  summary: 'List stored translations that the checks would refuse today',
  details: ['Rules and settings may have changed since a text was written. Changes nothing.'],
  options: [
    { name: 'layer', summary: 'Only this layer', value: LAYER },
    { name: 'warnings', summary: 'Include warnings' },
  ],
  examples: ['windrow check-texts', 'windrow check-texts --layer machine --warnings --json'],
  run: (context, args) =>
    withStore(context, async (app) => {
      const progress = context.progress('checking texts', undefined, 'rows')
      const { found, heads } = await checkTexts(app, {
        layer: (args.text('layer') ?? null) as Layer | null,
        withWarnings: args.flag('warnings'),
        signal: context.signal,
        onProgress: (rowsSeen) => progress.update(rowsSeen),
      }).finally(() => progress.end())
      context.answer({ checked: heads, found: found.map(jsonOf) }, () => [
        ...found.flatMap(linesOf),
        `${heads} ${heads === 1 ? 'text' : 'texts'} checked, ${found.length} with findings`,
      ])
      const captions = new CaptionShare()
      for (const { findings } of found) {
        const refusing = findings.filter(({ severity }) => severity === 'error')
        if (refusing.length > 0) captions.add(refusing.map(({ rule }) => rule))
      }
      const sentence = captions.sentence()
      if (sentence !== null) context.note(sentence)
    }),
}

const jsonOf = ({ rowId, layer, text, findings }: FoundText) => ({
  row_id: rowId,
  layer,
  text,
  findings: findings.map(({ rule, severity, message }) => ({ rule_code: rule, severity, message })),
})

const linesOf = ({ rowId, layer, findings }: FoundText): string[] =>
  findings.map(
    ({ rule, severity, message }) => `${rowId}  ${layer}  ${severity}  ${rule}  ${message.replaceAll('\n', ' ')}`,
  )
