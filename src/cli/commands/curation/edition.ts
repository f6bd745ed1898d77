// `windrow edition`: translations by other rules, such as items in English.
import { addEdition, dropEdition } from '../../../app/editions/change-editions.ts'
import { listEditions } from '../../../app/editions/read-editions.ts'
import { editionDocument } from '../../../domain/release.ts'
import type { Run } from '../../command.ts'
import { tableLines } from '../../streams/lines.ts'
import { valueOf, valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'

export const add: Run = (context, args) =>
  withApp(context, async (app) => {
    const edition = valueOrUsage(
      await addEdition(app, null, {
        slug: args.argument('SLUG'),
        variant: args.text('variant') ?? '',
        label: args.text('label') ?? '',
        description: args.text('description') ?? '',
        audience: args.text('audience') ?? '',
        rules: args.texts('rule'),
      }),
    )
    context.answer(editionDocument(edition), () => `the edition ${edition.slug} is made`)
  })

export const list: Run = (context) =>
  withApp(context, (app) => {
    const documents = listEditions(app).map(editionDocument)
    context.answer(documents, () =>
      tableLines(
        ['slug', 'variant', 'label', 'rules'],
        documents.map(({ slug, variant, label, rules }) => [
          slug,
          variant,
          label,
          rules.join('; ') || 'all translated',
        ]),
      ),
    )
  })

export const remove: Run = (context, args) =>
  withApp(context, async (app) => {
    const { slug } = valueOf(await dropEdition(app, null, args.argument('SLUG')))
    context.answer({ slug }, () => `the edition ${slug} is removed`)
  })
