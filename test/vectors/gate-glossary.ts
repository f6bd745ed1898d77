// How glossary terms and forms match. Sentences: docs/glossary.md.

import type { GlossaryEntry } from '../../src/domain/checks/glossary.ts'
import { type GateVector, pair } from './gate-vector.ts'

const entry = (source: string, forms: string, more: Partial<GlossaryEntry> = {}): GlossaryEntry => ({
  source,
  forms: forms === '' ? [] : forms.split('|'),
  caseSensitive: false,
  doNotTranslate: false,
  note: '',
  ...more,
})

const sword = entry('sword', 'меч*')
const ironSword = entry('Iron Sword', 'залізн* меч|Залізний меч*')
const dragon = entry('Dragon', 'дракон*')
const dragonKing = entry('Dragon King', 'король драконів')
const lacks = (...missingPhrases: string[]) => ({ errors: ['GLOSSARY_01'] as const, details: { missingPhrases } })
const hasFewer = (...missingPhrases: string[]) => ({ warnings: ['GLOSSARY_01'] as const, details: { missingPhrases } })

/** With the target language Ukrainian or Russian, other cases of a name are accepted. */
const inflected = (language: string, translation: string, text: string, isTaken: boolean): GateVector => ({
  says: `«${text}» for «${translation}»: ${isTaken ? 'taken' : 'refused'}`,
  source: 'The Dark Knight',
  text,
  rules: { targetLanguage: language },
  glossary: [entry('Dark Knight', translation)],
  ...(isTaken ? {} : lacks('Dark Knight')),
})

const INFLECTED: readonly GateVector[] = [
  inflected('uk', 'Темний лицар', 'Меч Темного лицаря', true),
  inflected('uk-UA', 'Темний лицар', 'Перед ТЕМНИМИ ЛИЦАРЯМИ', true),
  inflected('uk', 'Темний лицар', 'Темнота лицарства', false),
  inflected('uk', 'Темний лицар', 'Темно, лицарю', false),
  inflected('uk', 'Темний лицар', 'Темна лицарка', false),
  inflected('uk', 'Темн* лицар*', 'Темнота лицарства', true),
  inflected('', 'Темний лицар', 'Меч Темного лицаря', false),
  inflected('uk', 'Лицар темряви', 'Лицареві темряви', true),
  inflected('uk', 'Лицар темряви', 'Лицареві темряві', false),
  inflected('ru', 'Тёмный рыцарь', 'Меч Темного рыцаря', true),
  inflected('ru', 'Тёмный рыцарь', 'Темнота рыцарства', false),
  pair('advice is told, never refused', 'A dragon with a sword', 'Ящір із мечем', {
    glossary: [{ ...dragon, facts: { force: 'advice' } }, sword],
    ...hasFewer('Dragon'),
  }),
  pair('law comes before advice', 'A dragon with a sword', 'Ящір із клинком', {
    glossary: [{ ...dragon, facts: { force: 'advice' } }, sword],
    ...lacks('sword'),
  }),
  pair('a term that does not decline has its written forms only', 'A sword', 'Мечем', {
    rules: { targetLanguage: 'uk' },
    glossary: [entry('sword', 'меч', { facts: { inflection: 'none' } })],
    ...lacks('sword'),
  }),
]

export const GLOSSARY_VECTORS: readonly GateVector[] = [
  ...INFLECTED,
  pair('an accepted form is there', 'A sword.', 'Це меч.', { glossary: [sword] }),
  pair('no accepted form is there', 'A sword.', 'Це клинок.', { glossary: [sword], ...lacks('sword') }),
  pair('an ending is accepted', 'With a sword', 'З мечем', { glossary: [sword] }),
  pair('an ending is accepted only where it is said', 'With a sword', 'З мечем', {
    glossary: [entry('sword', 'меч')],
    ...lacks('sword'),
  }),
  pair('a form never begins inside a word', 'With a sword', 'Немечем', { glossary: [sword], ...lacks('sword') }),
  pair('one of several forms', 'A sword', 'Клинок', { glossary: [entry('sword', 'меч*|клинок')] }),
  pair('forms of several words', 'An iron sword', 'Залізний мечик', { glossary: [ironSword] }),
  pair('a star may end any word of a form', 'Sandstorm Tavern', 'до Таверни Піщаних Бур', {
    glossary: [entry('Sandstorm Tavern', 'таверн* піщан* бур*')],
  }),
  pair('each word of such a form has to be there', 'Sandstorm Tavern', 'до Таверни великих Бур', {
    glossary: [entry('Sandstorm Tavern', 'таверн* піщан* бур*')],
    ...lacks('Sandstorm Tavern'),
  }),
  pair('a word without a star has no other ending, beside one that has', 'An iron sword', 'Залізного меча', {
    glossary: [entry('Iron Sword', 'залізн* меч')],
    ...lacks('Iron Sword'),
  }),
  pair('a star that ends no word is a character', 'A sword', 'Меч +*5', { glossary: [entry('Sword', 'меч +*5')] }),
  pair('stems of which one begins the other go their own ways', 'Iron Sword', 'залізничний меч', {
    glossary: [entry('Iron Sword', 'залізн* булав*|залізнич* меч*')],
  }),
  pair('letter case is nothing to a term', 'SWORD', 'МЕЧ', { glossary: [sword] }),
  pair('a term that minds letter case is there', 'Will fights', 'Він бʼється', {
    glossary: [entry('Will', 'Вілл', { caseSensitive: true })],
    ...lacks('Will'),
  }),
  pair('a term that minds letter case is not there', 'He will fight', 'Він битиметься', {
    glossary: [entry('Will', 'Вілл', { caseSensitive: true })],
  }),
  pair('letter case never binds the forms', 'Will fights', 'ВІЛЛ бʼється', {
    glossary: [entry('Will', 'Вілл', { caseSensitive: true })],
  }),
  pair('a term inside a word is no term', 'Swordfish', 'Риба', { glossary: [sword] }),
  pair('a term beside a digit is no term', 'Sword2 and 2sword', 'Риба', { glossary: [sword] }),
  pair('a term beside a mark is no term', 'Sword\u0301 here', 'Риба', { glossary: [sword] }),
  pair('a term beside an underscore or hyphen is one', '_sword-', 'Риба', { glossary: [sword], ...lacks('sword') }),
  pair('a term beside a token is one', '#Ysword#E x {0}sword', '#Yмеч#E х {0}меч', { glossary: [sword] }),
  pair('no boundary is needed beside Han', '剣sword剣', 'Риба', { glossary: [sword], ...lacks('sword') }),
  pair('a Han term needs no boundary', 'この剣は', 'Меч', { glossary: [entry('剣', 'меч*')] }),
  pair('a Han form needs no boundary', 'A sword', 'この剣だ', { glossary: [entry('sword', '剣')] }),
  pair('a Kana form needs no boundary', 'A sword', 'アソードだ', { glossary: [entry('sword', 'ソード')] }),
  pair('a Hangul form needs no boundary', 'A sword', '그검을', { glossary: [entry('sword', '검')] }),
  pair('a Han form with an ending', 'A sword', 'この剣だ', { glossary: [entry('sword', '剣*')] }),
  pair('a term in a token is no term', '{sword} here', '{sword} тут', { glossary: [sword] }),
  pair('a term in a kept caption is no term', 'x <Sword|1>', 'х <Sword|1>', { glossary: [sword] }),
  pair('a term in a free caption is one', 'x <Sword|1>', 'х <Шабля|1>', {
    rules: { markup: 'free' },
    glossary: [sword],
    ...lacks('sword'),
  }),
  pair('a form in a token is no form', 'Sword x {меч}', 'Шабля х {меч}', { glossary: [sword], ...lacks('sword') }),
  pair('no term across a token', 'Iron#E Sword#E', 'Шабля#E#E', { glossary: [ironSword] }),
  pair('no term across a line break', 'Iron\nSword', 'Риба\nх', { glossary: [ironSword] }),
  pair('no form across a line break', 'Iron Sword\nx', 'Залізний\nмеч', {
    glossary: [ironSword],
    ...lacks('Iron Sword'),
  }),
  pair('white space in a term is folded', 'Iron\u00A0 Sword', 'Риба', {
    glossary: [ironSword],
    ...lacks('Iron Sword'),
  }),
  pair('white space in a form is folded', 'Iron Sword', 'Залізний\u00A0меч', {
    glossary: [ironSword],
    warnings: ['DOUBT_15'],
  }),
  pair('the longest term is the term', 'The Dragon King', 'Король драконів', { glossary: [dragon, dragonKing] }),
  pair('the longest wins though another begins before it', 'Iron Sword of Dawn', 'Світанковий', {
    glossary: [ironSword, entry('Sword of Dawn', 'Світанковий')],
  }),
  pair('a shorter term beside the longest needs its own form', 'Dragon King and Dragon', 'Король драконів', {
    glossary: [dragon, dragonKing],
    ...hasFewer('Dragon'),
  }),
  pair('a shorter term has its own form', 'Dragon King and Dragon', 'Король драконів і дракон', {
    glossary: [dragon, dragonKing],
  }),
  pair('two occurrences and one form', 'Sword to sword', 'Меч', {
    glossary: [sword],
    warnings: ['GLOSSARY_01'],
    details: {
      missingPhrases: ['sword'],
      expected: { sword: 2 },
      found: { sword: 1 },
      acceptedForms: { sword: ['меч*'] },
    },
  }),
  pair('two occurrences and two forms', 'Sword to sword', 'Меч до меча', { glossary: [sword] }),
  pair('more forms than occurrences', 'Sword', 'Меч, меч, меч', { glossary: [sword] }),
  pair('two terms share a form that is there twice', 'Sword and blade', 'Меч і меч', {
    glossary: [entry('Sword', 'меч'), entry('Blade', 'меч')],
  }),
  pair('two terms share a form that is there once', 'Sword and blade', 'Меч', {
    glossary: [entry('Sword', 'меч'), entry('Blade', 'меч')],
    warnings: ['GLOSSARY_01'],
  }),
  pair('the order of forms decides nothing', 'Blade and sword', 'Меч і клинок', {
    glossary: [entry('Blade', 'меч|клинок'), entry('Sword', 'меч')],
  }),
  pair('a chain of choices is found', 'aaa bbb ccc', 'р к м', {
    glossary: [entry('aaa', 'р|к'), entry('bbb', 'к|м'), entry('ccc', 'р')],
  }),
  pair('a term that is not translated stands as it is', 'Aldor came', 'Aldor прийшов', {
    glossary: [entry('Aldor', '', { doNotTranslate: true })],
  }),
  pair('a term that is not translated was translated', 'Aldor came', 'Алдор прийшов', {
    glossary: [entry('Aldor', '', { doNotTranslate: true })],
    ...lacks('Aldor'),
  }),
  pair('a term that is not translated may have other forms too', 'Aldor came', 'Алдор прийшов', {
    glossary: [entry('Aldor', 'Алдор', { doNotTranslate: true })],
  }),
  pair('an entry without forms is a note', 'A sword', 'Клинок', { glossary: [entry('sword', '')] }),
  pair('a lone star is no form', 'A sword', 'Клинок', { glossary: [entry('sword', '*')] }),
  pair('a phrase is named as in the glossary, once', 'SWORD, Sword', 'Клинок', {
    glossary: [sword],
    ...lacks('sword'),
  }),
  pair('several phrases are named', 'Dragon and sword', 'Нічого', {
    glossary: [sword, dragon],
    ...lacks('Dragon', 'sword'),
  }),
  pair('a warning where the settings say so', 'A sword', 'Клинок', {
    glossary: [sword],
    rules: { glossaryIsError: false },
    warnings: ['GLOSSARY_01'],
    details: { missingPhrases: ['sword'] },
  }),
  pair('the waiver lifts it', 'A sword', 'Клинок', { glossary: [sword], waivers: { glossary: true } }),
  pair('the validation waiver does not', 'A sword', 'Клинок', {
    glossary: [sword],
    waivers: { validation: true },
    errors: ['GLOSSARY_01'],
  }),
  pair('a term of other characters', 'C++ here', 'Плюси тут', { glossary: [entry('C++', 'Плюси')] }),
  pair('a term of other characters needs its boundary too', 'C++x here', 'Тут', { glossary: [entry('C++', 'Плюси')] }),
  pair('Greek sigmas are one letter', 'ΛΟΓΟΣ', 'Слово', { glossary: [entry('λογος', 'слово')] }),
  pair('a Turkish form with a dotted capital', 'Istanbul', 'İSTANBUL', {
    glossary: [entry('Istanbul', 'İstanbul')],
    rules: { lengthMaxOffset: 40 },
    warnings: ['DOUBT_05'],
  }),
  pair('a term that ends in an apostrophe word', "The dragon's sword", 'Меч дракона', { glossary: [sword, dragon] }),
  pair(
    'a stem longer than thirty-one letters',
    'A sword of the old king of the northern hills',
    `${'в'.repeat(40)}ого`,
    { glossary: [entry('sword', `${'в'.repeat(40)}*`)] },
  ),
  pair('a text shorter than a stem of such length', 'A sword of the old king of the northern hills', 'в'.repeat(39), {
    glossary: [entry('sword', `${'в'.repeat(40)}*`)],
    ...lacks('sword'),
  }),
  pair('letters beyond the first plane fold too', '𐐀𐐁 x', 'меч', { glossary: [entry('𐐨𐐩', 'меч')] }),
  pair('and are no other letters', '𐐀𐐂 x', 'риба', { glossary: [entry('𐐨𐐩', 'меч')] }),
  pair('a Turkish form that ends in a dotted capital', 'Two', 'İKİ', { glossary: [entry('Two', 'iki')] }),
  pair('a form with an ending after several words', 'A sword', 'Вогняним мечем', {
    glossary: [entry('sword', 'вогняним меч*')],
  }),
  pair('a form of other characters with an ending', 'A sword', 'C++ова', { glossary: [entry('sword', 'C++*')] }),
]
