// One good translation in each language, and the same sentence in the language that models take for it.
import type { ContentVector } from './gate-content.ts'

const source = 'The old gate is closed at night, and the guard does not sleep.'

/** By target language: the good text, and by what it is taken for: the text that is refused. */
const TEXTS: Readonly<Record<string, readonly [good: string, left: Readonly<Record<string, string>>]>> = {
  'pt-BR': [
    'O portão velho fica fechado à noite, e o guarda não dorme.',
    {
      es: 'La puerta vieja está cerrada por la noche, y el guardia no duerme con los otros.',
      it: 'Il vecchio cancello è chiuso di notte, e la guardia non dorme.',
      fr: 'La vieille porte est fermée la nuit, et le garde ne dort pas.',
    },
  ],
  es: [
    'La vieja puerta está cerrada por la noche, y el guardia no duerme.',
    {
      pt: 'O portão velho fica fechado à noite, e o guarda não dorme em um canto.',
      it: 'Il vecchio cancello è chiuso di notte, e la guardia non dorme.',
      fr: 'La vieille porte est fermée la nuit, et le garde ne dort pas.',
      ca: 'La porta vella és tancada de nit, i el guarda no dorm amb els altres.',
    },
  ],
  fr: [
    'La vieille porte est fermée la nuit, et le garde ne dort pas.',
    {
      es: 'La puerta vieja está cerrada por la noche, y el guardia no duerme.',
      pt: 'O portão velho fica fechado à noite, e o guarda não dorme em um canto.',
      it: 'Il vecchio cancello è chiuso di notte, e la guardia non dorme alla porta.',
    },
  ],
  it: [
    'Il vecchio cancello è chiuso di notte, e la guardia non dorme.',
    {
      es: 'La puerta vieja está cerrada por la noche, y el guardia no duerme.',
      pt: 'O portão velho fica fechado à noite, e o guarda não dorme em um canto.',
      fr: 'La vieille porte est fermée dans la nuit, et le garde ne dort pas.',
    },
  ],
  ca: [
    'La porta vella és tancada de nit, i el guarda no dorm.',
    { es: 'La puerta vieja está cerrada para los otros, pero el guardia no duerme.' },
  ],
  de: [
    'Das alte Tor ist nachts geschlossen, und der Wächter schläft nicht.',
    { nl: 'De oude poort is ’s nachts gesloten, en de wachter slaapt niet.' },
  ],
  nl: [
    'De oude poort is ’s nachts gesloten, en de wachter slaapt niet.',
    { de: 'Das alte Tor ist nachts geschlossen, und der Wächter schläft nicht.' },
  ],
  cs: [
    'Stará brána je v noci zavřená a strážce nespí.',
    {
      sk: 'Stará brána je v noci zatvorená, ako vie každý, a strážca sa nebojí.',
      pl: 'Stara brama jest zamknięta nocą, ale strażnik nie śpi.',
    },
  ],
  sk: [
    'Stará brána je v noci zatvorená a strážca nespí.',
    {
      cs: 'Stará brána se v noci zavírá, ale strážce se nebojí, když není sám.',
      pl: 'Stara brama jest zamknięta nocą, że strażnik śpi, jest pewne.',
    },
  ],
  pl: [
    'Stara brama jest zamknięta nocą, a strażnik nie śpi.',
    {
      cs: 'Stará brána se v noci zavře, protože při ní stojí který strážce.',
      sk: 'Stará brána sa v noci zatvorí, ako vie každý strážca, keď nespí.',
    },
  ],
  sv: [
    'Den gamla porten är stängd om natten, och vakten sover inte.',
    { da: 'Den gamle port er lukket om natten, og vagten sover ikke ved døren.' },
  ],
  da: [
    'Den gamle port er lukket om natten, og vagten sover ikke.',
    {
      sv: 'Den gamla porten är stängd om natten, och vakten sover inte.',
      no: 'Den gamle porten ble lukket etter midnatt, uten å bli åpnet av noen.',
    },
  ],
  uk: ['Стара брама вночі зачинена, а сторож не спить.', { ru: 'Старые ворота ночью закрыты, и сторож не спит.' }],
  ru: [
    'Старые ворота ночью закрыты, и сторож не спит.',
    {
      uk: 'Стара брама вночі зачинена, і сторож її не бачить.',
      bg: 'Старата порта може да се затвори, ако това трябва да бъде.',
    },
  ],
  bg: [
    'Старата порта е затворена нощем и пазачът не спи.',
    { ru: 'Ворота только ночью закрыты, чтобы сторож не спал, если вы там.' },
  ],
  mk: [
    'Старата порта е затворена ноќе и стражарот не спие.',
    { sr: 'Када је стара врата затворио, није могао да спава као други.' },
  ],
  kk: [
    'Ескі қақпа түнде жабық, ал күзетші ұйықтамайды.',
    { ru: 'Старые ворота ночью закрыты, и сторож на них не спит.' },
  ],
  id: [
    'Gerbang tua itu ditutup pada malam hari, dan penjaganya tidak tidur.',
    {
      ms: 'Pintu lama itu ditutup selepas senja kerana pengawal tidak mahu tidur.',
      tl: 'Ang lumang tarangkahan ay sarado sa gabi, at hindi natutulog ang bantay.',
    },
  ],
  ms: [
    'Pintu lama itu ditutup pada waktu malam, dan pengawalnya tidak tidur.',
    { id: 'Gerbang tua itu ditutup setelah senja karena penjaga tidak mau tidur.' },
  ],
}

const NEIGHBOURS_LEFT = Object.entries(TEXTS).flatMap(([language, [passes, left]]) =>
  Object.values(left).map((fires): ContentVector => ({ rule: 'LANG_08', source, language, fires, passes })),
)

/** In languages with letters of their own that the neighbour lacks. */
const WITHOUT_SIGNS: readonly ContentVector[] = [
  {
    rule: 'LANG_05',
    source: `${source} Nobody knows why.`,
    language: 'kk',
    fires: 'Старые ворота ночью закрыты, а сторож спит. Никто тут ничего не знает.',
    passes: 'Ескі қақпа түнде жабық, ал күзетші ұйықтамайды. Неге екенін ешкім білмейді.',
  },
]

/** What models write around a translation: a note and a head in each language. "@" is the good text. */
const NOTES: Readonly<Record<string, readonly [good: string, note: string, bracket: string, head: string]>> = {
  uk: ['Стара брама вночі зачинена, а сторож не спить.', '@ (або: брама)', '@ (без перекладу)', 'Переклав би так: @'],
  ru: ['Старые ворота ночью закрыты, а сторож не спит.', '@ [официально]', '@ (без перевода)', 'Вариант: @'],
  pl: ['Stara brama jest zamknięta nocą, a strażnik nie śpi.', '(Przyp.: @)', '@ (bez zmian)', 'Wersja polska – @'],
  cs: ['Stará brána je v noci zavřená a strážce nespí.', '@ [formální tón]', '@ (beze změn)', 'Zní to takto: @'],
  de: [
    'Das alte Tor ist nachts geschlossen, und der Wächter schläft nicht.',
    '@ (Anm.: frei)',
    '@ (frei)',
    'Hier auf Deutsch – @',
  ],
  fr: [
    'La vieille porte est fermée la nuit, et le garde ne dort pas.',
    '@ [ton formel]',
    '@ (libre)',
    'Version française – @',
  ],
  es: [
    'La vieja puerta está cerrada por la noche, y el guardia no duerme.',
    '@ (o: el portón)',
    '@ (libre)',
    'Versión española – @',
  ],
  'pt-BR': [
    'O portão velho fica fechado à noite, e o guarda não dorme.',
    '@ [tom formal]',
    '@ (livre)',
    'Fica assim – @',
  ],
  it: [
    'Il vecchio cancello è chiuso di notte, e la guardia non dorme.',
    '(N.d.T.: @)',
    '@ (libera)',
    'Lo direi così: @',
  ],
  tr: ['Eski kapı geceleri kapalıdır ve bekçi uyumaz.', '@ [resmi üslup]', '@ (serbest)', 'Şöyle derdim: @'],
  vi: ['Cánh cổng cũ đóng vào ban đêm, và lính gác không ngủ.', '@ (hoặc: cổng)', '@ (thoát ý)', 'Tôi viết như sau: @'],
  id: [
    'Gerbang tua itu ditutup pada malam hari, dan penjaganya tidak tidur.',
    '@ [nada formal]',
    '@ (bebas)',
    'Menurut saya: @',
  ],
  ja: ['古い門は夜に閉ざされ、番人は眠らない。', '【訳注】@', '@（訳なし）', '日本語：@'],
  ko: ['낡은 문은 밤에 닫혀 있고 경비병은 잠들지 않는다.', '@ [격식체]', '@ (직역)', '한국어: @'],
  'zh-CN': ['古老的大门夜里关闭，守卫不睡觉。', '@（注：直译）', '@（直译）', '中文：@'],
  ar: ['البوابة القديمة مغلقة ليلا، والحارس لا ينام.', '@ [أسلوب رسمي]', '@ (حرفيا)', 'بالعربية: @'],
  th: ['ประตูเก่าปิดในเวลากลางคืน และยามไม่หลับ', '@ [ทางการ]', '@ (แปลตรง)', 'ภาษาไทย: @'],
}

const AROUND = Object.values(NOTES).flatMap(([passes, note, bracket, head]): ContentVector[] =>
  (
    [
      ['FORM_17', note],
      ['DOUBT_13', bracket],
      ['DOUBT_14', head],
      ['FORM_18', '\u202b@\u202c'],
    ] as const
  ).map(([rule, around]) => ({ rule, source, fires: around.replace('@', passes), passes })),
)

export const LANGUAGE_VECTORS: readonly ContentVector[] = [...NEIGHBOURS_LEFT, ...WITHOUT_SIGNS, ...AROUND]
