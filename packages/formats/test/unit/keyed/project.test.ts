// What a folder's files are to a game, by their names and what they hold (docs/another-game.md#a-project).
import { describe, expect, it } from 'vitest'
import {
  keyMatcher,
  type Look,
  NO_PROJECT,
  planProject,
  placesOfTranslations,
  skipAfter,
} from '../../../src/keyed/project.ts'

/** `place keys look`: keys are letters; `-` none, `!` damaged, `+` bilingual. */
function seen(line: string) {
  const [place = '', letters = 'abcd', look = 'texts'] = line.split(' ')
  const keys =
    letters === '!' ? null : new Set(Array.from(letters.replace(/[+-]/, ''), (letter) => letter.charCodeAt(0)))
  const isBilingual = letters.includes('+')
  return { place, keys, isBilingual, isOfOther: false, texts: keys?.size ?? 0, done: 0, look: look as Look }
}

function planned(lines: readonly string[], project = {}) {
  const plan = planProject(lines.map(seen), { ...NO_PROJECT, targetLanguage: 'uk', ...project })
  return {
    files: plan.files.map(({ place, file, out, isOutThere }) =>
      [file === place ? place : `${place} (${file})`, out, ...(isOutThere ? ['there'] : [])].join(' > '),
    ),
    left: plan.left.map(({ place, why, language }) => [place, why, language].filter(Boolean).join(' ')).toSorted(),
    unclear: plan.unclear,
  }
}

describe('a folder of a game', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[], object?]>([
    [
      'a file a language, the source by its name',
      ['i18n/default.json', 'i18n/de.json', 'i18n/fr.json', 'i18n/uk.json'],
      ['i18n/default.json > i18n/uk.json > there'],
      ['i18n/de.json language de', 'i18n/fr.json language fr'],
    ],
    [
      'two mods in one folder, with their manifests',
      [
        'A/manifest.json xyz manifest',
        'A/i18n/default.json',
        'A/i18n/zh.json',
        'A/content.json x',
        'B/i18n/default.json ef',
        'B/manifest.json xyz manifest',
      ],
      ['A/i18n/default.json > A/i18n/uk.json', 'B/i18n/default.json > B/i18n/uk.json'],
      [
        'A/content.json no_language',
        'A/i18n/zh.json language zh',
        'A/manifest.json manifest',
        'B/manifest.json manifest',
      ],
    ],
    [
      'region tags in small letters, and languages that nobody knows',
      [
        'lang/en_us.json abcdef',
        'lang/uk_ua.json abcde',
        'lang/lol_us.json abcde',
        'lang/enp.json abcd',
        'lang/zh_cn.json !',
      ],
      ['lang/en_us.json > lang/uk_ua.json > there'],
      ['lang/enp.json language enp', 'lang/lol_us.json language lol_us', 'lang/zh_cn.json language zh_cn'],
    ],
    [
      'the source in a folder of its own, and a few words in British spelling beside the translations',
      [
        'src/generated/lang/en_ud.json abcdef',
        'src/generated/lang/en_us.json abcdef',
        'src/main/lang/de_de.json abcde',
        'src/main/lang/en_gb.json a',
        'src/main/lang/uk_ua.json abcdef',
      ],
      ['src/generated/lang/en_us.json > src/main/lang/uk_ua.json > there'],
      [
        'src/generated/lang/en_ud.json language en_ud',
        'src/main/lang/de_de.json language de_de',
        'src/main/lang/en_gb.json language en_gb',
      ],
    ],
    [
      'texts of Android that nobody has translated yet',
      ['res/values/strings.xml', 'res/values/ids.xml - data', 'data/values/a.json', 'data/values/b.json'],
      [
        'data/values/a.json > data/values/a.json',
        'data/values/b.json > data/values/b.json',
        'res/values/strings.xml > res/values-pt-rBR/strings.xml',
      ],
      ['res/values/ids.xml data'],
      { targetLanguage: 'pt-BR' },
    ],
    [
      'texts of Android in another language',
      ['res/values/strings.xml', 'res/values-de/strings.xml'],
      ['res/values/strings.xml > res/values-pt-rBR/strings.xml'],
      ['res/values-de/strings.xml language de'],
      { targetLanguage: 'pt-BR' },
    ],
    [
      'a variant with a few words, where somebody says that it is the source',
      ['lang/en_gb.json a', 'lang/uk_ua.json abcdef'],
      ['lang/en_gb.json > lang/uk_ua.json > there'],
      [],
      { sourceLanguage: 'en-GB' },
    ],
    [
      'bundles of Java, of which the English one is nearly empty',
      ['a.properties abcdef', 'a_en.properties a', 'a_uk.properties abcd'],
      ['a.properties > a_uk.properties > there'],
      ['a_en.properties language en'],
    ],
    [
      'the source in a folder of its own, and no translation yet',
      ['src/generated/lang/en_us.json abcdef', 'src/main/lang/de_de.json abcde'],
      ['src/generated/lang/en_us.json > src/main/lang/uk_ua.json'],
      ['src/main/lang/de_de.json language de_de'],
    ],
    [
      'two versions of a mod, each with its own source',
      ['1.6/lang/en.json abcdef', '1.5/lang/en.json abcde', '1.5/lang/uk.json abcd', 'Other/lang/en.json xyz'],
      [
        '1.5/lang/en.json > 1.5/lang/uk.json > there',
        '1.6/lang/en.json > 1.6/lang/uk.json',
        'Other/lang/en.json > Other/lang/uk.json',
      ],
      [],
    ],
    [
      'a variant of a language is another one',
      ['po/a_en@pirate.ts ab+', 'po/a_en_US.ts ab+', 'po/a_de.ts ab+', 'po/a_sr@latin.ts ab+'],
      ['po/a_en_US.ts > po/a_uk_UA.ts'],
      ['po/a_de.ts language de', 'po/a_en@pirate.ts language en@pirate', 'po/a_sr@latin.ts language sr@latin'],
    ],
    [
      'a variant as the target never takes the name of its language',
      ['po/game.pot abc+', 'po/ca.po ab+'],
      ['po/game.pot > po/ca@valencia.po'],
      ['po/ca.po language ca'],
      { targetLanguage: 'ca-valencia' },
    ],
    [
      'a folder a language',
      [
        'Localization/English/a.txt',
        'Localization/English/b.txt ef',
        'Localization/German/a.txt',
        'Localization/German/old.txt xy',
      ],
      [
        'Localization/English/a.txt > Localization/Ukrainian/a.txt',
        'Localization/English/b.txt > Localization/Ukrainian/b.txt',
      ],
      ['Localization/German/a.txt language German', 'Localization/German/old.txt language German'],
    ],
    ['one language only', ['EN/a.json', 'EN/b.json ef'], ['EN/a.json > UK/a.json', 'EN/b.json > UK/b.json'], []],
    [
      'a folder a language, and the same word within the names of its files',
      [
        'localisation/english/a_l_english_frogs.yml',
        'localisation/braz_por/a_l_braz_por_frogs.yml',
        'localisation/ukrainian/a_l_ukrainian_frogs.yml abc',
        'localisation/english/b_l_english_pond.yml ef',
      ],
      [
        'localisation/english/a_l_english_frogs.yml > localisation/ukrainian/a_l_ukrainian_frogs.yml > there',
        'localisation/english/b_l_english_pond.yml > localisation/ukrainian/b_l_ukrainian_pond.yml',
      ],
      ['localisation/braz_por/a_l_braz_por_frogs.yml language braz_por'],
    ],
    [
      'two letters before names of one language only, which say another thing',
      ['Localization/lg_house.ini ab', 'Localization/md_house.ini cd', 'Localization/menu.ini ef'],
      [
        'Localization/lg_house.ini > Localization/lg_house.ini',
        'Localization/md_house.ini > Localization/md_house.ini',
        'Localization/menu.ini > Localization/menu.ini',
      ],
      [],
    ],
    [
      'a language behind the name',
      ['strings.en.json', 'strings.uk.json abc', 'strings.pt-BR.json'],
      ['strings.en.json > strings.uk.json > there'],
      ['strings.pt-BR.json language pt-BR'],
    ],
    [
      'the source without a language in its name',
      ['messages.properties', 'messages_uk.properties ab', 'messages_de.properties', 'errors.properties ef'],
      ['errors.properties > errors.properties', 'messages.properties > messages_uk.properties > there'],
      ['messages_de.properties language de'],
    ],
    [
      'Android',
      ['res/values/strings.xml', 'res/values-uk/strings.xml ab', 'res/values-pt-rBR/strings.xml'],
      ['res/values/strings.xml > res/values-uk/strings.xml > there'],
      ['res/values-pt-rBR/strings.xml language pt-rBR'],
    ],
    [
      'gettext: the translation holds the source',
      ['locale/game.pot abc+', 'locale/uk/LC_MESSAGES/game.po ab+', 'locale/de/LC_MESSAGES/game.po abc+'],
      ['locale/game.pot (locale/uk/LC_MESSAGES/game.po) > locale/uk/LC_MESSAGES/game.po > there'],
      ['locale/de/LC_MESSAGES/game.po language de'],
    ],
    ['a template alone', ['po/game.pot abc+'], ['po/game.pot > po/uk.po'], []],
    [
      'only the translation of a pair',
      ['locale/uk/LC_MESSAGES/game.po ab+', 'locale/de/LC_MESSAGES/game.po ab+'],
      ['locale/uk/LC_MESSAGES/game.po > locale/uk/LC_MESSAGES/game.po > there'],
      ['locale/de/LC_MESSAGES/game.po language de'],
    ],
    [
      'a folder called de that is no language',
      ['units/de/names.json', 'units/elves/names.json', 'units/orcs/names.json', 'it/menu.json xy'],
      [
        'it/menu.json > it/menu.json',
        'units/de/names.json > units/de/names.json',
        'units/elves/names.json > units/elves/names.json',
        'units/orcs/names.json > units/orcs/names.json',
      ],
      [],
    ],
    [
      'words that are tags by chance',
      ['menu_yes.json ab', 'menu_no.json cd', 'door.json ef', 'door_in.json gh'],
      [
        'door.json > door.json',
        'door_in.json > door_in.json',
        'menu_no.json > menu_no.json',
        'menu_yes.json > menu_yes.json',
      ],
      [],
    ],
    ['data without prose', ['a.json ab', 'b.json ab data'], ['a.json > a.json'], ['b.json data']],
    ['nothing but data is what was meant', ['b.json ab data'], ['b.json > b.json'], []],
    [
      'patterns',
      ['x/a.json', 'x/b.json', 'y/a.json', 'z/m.json a manifest'],
      ['x/a.json > x/a.json', 'z/m.json > z/m.json'],
      ['x/b.json only', 'y/a.json skip'],
      { only: 'a.json, z', skip: 'y/*.json' },
    ],
    [
      'where the language stands, said by a pattern',
      ['t/x-klingon/a.json', 't/x-english/a.json', 'u/b.json'],
      ['t/x-english/a.json > t/x-ukrainian/a.json'],
      ['t/x-klingon/a.json language klingon', 'u/b.json only'],
      { only: 't/x-{language}/*.json' },
    ],
    [
      'another source',
      ['ja.json', 'en.json'],
      ['ja.json > uk.json'],
      ['en.json language en'],
      { sourceLanguage: 'ja' },
    ],
    ['the only other language', ['ja.json', 'uk.json ab'], ['ja.json > uk.json > there'], []],
    [
      'no language of the translation yet',
      ['en.json', 'de.json'],
      ['en.json > en.json'],
      ['de.json language de'],
      { targetLanguage: '' },
    ],
    [
      'a damaged source is still the source',
      ['i18n/default.json !', 'i18n/fr.json'],
      ['i18n/default.json > i18n/uk.json'],
      ['i18n/fr.json language fr'],
    ],
  ])('%s', (_, lines, files, left, project) => {
    expect(planned(lines, project)).toEqual({ files, left, unclear: [] })
  })

  it('says which languages it cannot tell the source from', () => {
    expect(planned(['de.json', 'fr.json', 'uk.json']).unclear).toEqual(['de', 'fr'])
    expect(planned(['po/de.po ab+', 'po/fr.po ab+']).unclear).toEqual(['de', 'fr'])
    expect(planned(['lang/de_de.json', 'lang/en_gb.json a', 'lang/uk_ua.json']).unclear).toEqual(['de_de', 'en_gb'])
  })

  it('finds the source of each translated file', () => {
    const known = ['i18n/default.json', 'Mod/strings.json', 'loc/English/a.txt', 'b.csv']
    const places = ['i18n/uk.json', 'i18n/de.json', 'Mod/uk/strings.json', 'loc/Ukrainian/a.txt', 'b.csv', 'other.json']
    expect(Object.fromEntries(placesOfTranslations(places, known, 'uk'))).toEqual(
      Object.fromEntries([
        ['Mod/strings.json', 'Mod/uk/strings.json'],
        ['b.csv', 'b.csv'],
        ['i18n/default.json', 'i18n/uk.json'],
        ['loc/English/a.txt', 'loc/Ukrainian/a.txt'],
        ['other.json', 'other.json'],
      ]),
    )
  })

  it.each([
    ['!*.note', 'a.note', false],
    ['!*.note', 'a.text', true],
    ['*.text', 'a.note', false],
    ['*.text, !menu.*', 'menu.text', false],
    ['', 'a', true],
  ])('lets keys in by patterns: %j %j', (patterns, key, isIn) => {
    expect(keyMatcher(patterns)(key)).toBe(isIn)
  })

  it('takes a file in that looks like none of texts, by a pattern of skip with `!`', () => {
    const lines = ['i18n/default.json', 'i18n/uk.json', 'manifest.json xyz manifest', 'sub/manifest.json xyz manifest']
    const { files, left } = planned(lines, { skip: 'other.json, !/manifest.json' })
    expect(files).toContain('manifest.json > manifest.json')
    expect(left).toEqual(['sub/manifest.json manifest'])
    expect(planned(lines, { only: 'i18n', skip: '!/manifest.json' }).files).toContain('manifest.json > manifest.json')
  })

  it.each([
    ['', 'a/b.json', null, '/a/b.json'],
    ['old, /a/b.json', 'a/b.json', 'skip', 'old'],
    ['old', 'old/b.json', 'skip', 'old, !/old/b.json'],
    ['', 'manifest.json', 'manifest', '!/manifest.json'],
    ['!/manifest.json', 'manifest.json', null, '/manifest.json'],
    ['', 'a, {b}*.json', null, '/a? ?b??.json'],
  ] as const)('%j after a tick at %j (%j) is %j', (skip, place, why, after) => {
    expect(skipAfter(skip, place, why)).toBe(after)
    const { left } = planned([place.replaceAll(' ', '_')], { skip: after.replaceAll(' ?', '_?') })
    expect(left.some((line) => line.endsWith(' skip'))).toBe(why === null)
  })
})
