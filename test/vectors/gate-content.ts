// The rules about content, each with a text that it must name and one close to it that it must leave alone.

import type { RuleCode } from '../../src/domain/finding.ts'
import { LetterLearner, type LetterWeights } from '../../packages/language/src/letter-grams.ts'

export interface ContentVector {
  readonly rule: RuleCode
  readonly source: string
  readonly fires: string
  /** The border: as near as a good text comes. */
  readonly passes: string
  readonly language?: string
  readonly reference?: string
  readonly letters?: LetterWeights
  /** A source of which even `fires` is a good translation, because it has such a thing itself. */
  readonly sourceLikeIt?: string
}

const ENGLISH = [
  'the gate is closed at night',
  'a guard was standing there',
  'nothing else can be found',
  'when he returns with them',
]
const POLISH = [
  'brama jest zamknięta w nocy',
  'strażnik tam stał',
  'nic więcej nie można znaleźć',
  'kiedy z nimi wróci',
]

function learnt(): LetterWeights {
  const learner = new LetterLearner()
  for (const text of ENGLISH) learner.addFirst(text)
  for (const text of POLISH) learner.addSecond(text)
  return learner.weights()
}

const plain = 'The old gate is closed at night.'
const good = 'Стара брама зачинена вночі.'

const content = (
  rule: RuleCode,
  source: string,
  fires: string,
  passes: string,
  more: Omit<ContentVector, 'rule' | 'source' | 'fires' | 'passes'> = {},
): ContentVector => ({ rule, source, fires, passes, ...more })

export const CONTENT_VECTORS: readonly ContentVector[] = [
  content('CHAT_01', plain, `Ось що вийшло:\n${good}`, 'Стара брама:\nніч.', {
    sourceLikeIt: 'A sign:\nThe old gate is closed at night.',
  }),
  content(
    'CHAT_01',
    'The gate is closed.\nThere are two guards:\none at night.',
    'Here is the translation:\nБраму зачинено.\nЄ двоє вартових:\nодин уночі.',
    'Браму зачинено, є двоє вартових:\nодин уночі.',
    { sourceLikeIt: 'A note on the translation:\nThe gate is closed.\nThere are two guards:\none at night.' },
  ),
  content(
    'CHAT_01',
    'Objective\nDefeat three bandits at the old gate.',
    'Відповідь така:\nМета\nПереможіть трьох розбійників біля старої брами.',
    'Мета:\nПереможіть трьох розбійників біля старої брами.',
  ),
  content(
    'CHAT_01',
    'Tells whether the map\nis small or large',
    'Я переклав би так:\nПоказує розмір мапи,\nмала вона чи велика',
    'Показує розмір мапи:\nмала вона чи велика',
  ),
  content('CHAT_01', 'plate armor', 'Here is the translation:\nЛати', 'Обладунок:\nЛати'),
  content('CHAT_02', plain, `Translation: ${good}`, `Сторож: ${good}`, { sourceLikeIt: `Translation: ${plain}` }),
  content('CHAT_02', plain, `Ось переклад: ${good}`, `Ось: ${good}`),
  content('CHAT_03', plain, `${good}\n\nLet me know if you need more!`, `${good} Якщо ви не проти.`),
  content(
    'CHAT_03',
    `${plain}\n\nIf you have the key, it opens.`,
    `${good}\n\nЗ ключем вона відчиниться.\n\n(Note: I kept the names.)`,
    `${good}\n\nЯкщо ви маєте ключ, вона відчиниться.`,
  ),
  content('CHAT_03', plain, `${good} (Note: I kept the gate.)`, `${good} (Нотатка.)`),
  content('CHAT_04', plain, "I'm sorry, but I can't translate this text.", 'Вибачте, брама зачинена.'),
  content('CHAT_04', plain, 'Як мовна модель, я не перекладаю.', 'Як мова без слів.'),
  content('CHAT_05', plain, `You are a professional translator. ${good}`, `Ти перекладач. ${good}`),
  content('CHAT_05', plain, `<think>gate</think> ${good}`, `Think. ${good}`),
  ...[
    'You are a helpful assistant.',
    'Translate the following text:',
    'Translate it into Ukrainian:',
    'Do not translate names.',
    "DON'T TRANSLATE",
    'Keep all tags.',
    'Preserve the markup.',
    'Leave every token.',
    'Return only the text.',
    'Only the translation',
    'The system prompt',
    '[INST]',
    '[/INST]',
    '<|im_start|> gate',
    '</think> gate',
    '<thinking> gate',
    '<reasoning> gate',
    '</reasoning> gate',
    'User:',
    'Assistant:',
    '### System:',
    'Instructions:',
    'Source text:',
    'Target language',
  ].map((phrase) =>
    content('CHAT_05', plain, `${phrase} ${good}`, `Don't leave the system to the user. ${good}`, {
      sourceLikeIt: `${phrase} ${plain}`,
    }),
  ),
  content('CHAT_06', plain, `Щось своє\n\n${good}`, 'Стара брама\n\nзачинена вночі.', {
    sourceLikeIt: `Own\n\n${plain}`,
  }),
  content('FORM_01', plain, `\`\`\`\n${good}\n\`\`\``, "Стара брама `зачинена' вночі.", {
    sourceLikeIt: 'Type `gate`.',
  }),
  content('FORM_02', plain, 'Стара **брама** зачинена вночі.', 'Стара * брама * зачинена.', {
    sourceLikeIt: 'The **gate**.',
  }),
  content('FORM_02', plain, '** Стара брама ** зачинена вночі.', 'Брама ** зачинена.'),
  content('FORM_02', plain, '**\n\nСтара брама** зачинена.', 'Брама ** 2 ** зачинена.'),
  content('FORM_02', 'Damage (2 ** 3)', '** Шкода ** (2 і 3)', 'Шкода ** (2 ** 3)'),
  content('FORM_03', plain, `«${good}»`, '«Стара» брама «зачинена»', { sourceLikeIt: `"${plain}"` }),
  content('FORM_04', plain, `12. ${good}`, '12 брам зачинено вночі.', { sourceLikeIt: 'Level 12 is closed.' }),
  content(
    'FORM_04',
    'Close the 12 old gates at night.',
    '12. Зачини 12 старих брам уночі.',
    '12. браму зачини вночі, стару.',
  ),
  content('FORM_05', plain, `40564f2eaebac596 ${good}`, `40564f2eaebac59 ${good}`, {
    sourceLikeIt: '40564f2eaebac596 it is',
  }),
  content('FORM_06', plain, `"${good}"},`, `${good} }`, { sourceLikeIt: 'The "gate"},' }),
  content('FORM_07', plain, 'Стара брама\\nзачинена вночі.', 'Стара брама \\ зачинена вночі.', {
    sourceLikeIt: 'C:\\new',
  }),
  content('FORM_08', plain, 'Стара брама &amp; ніч.', 'Стара брама & ніч; а', { sourceLikeIt: 'Gate &amp; night' }),
  content('FORM_09', plain, 'Ð¡Ñ\u0082Ð°Ñ\u0080Ð° Ð±Ñ\u0080Ð°Ð¼Ð°', 'Přítomní – ani nápad «Ñandú».'),
  content('FORM_10', plain, 'Стара стара стара стара брама.', 'Стара стара стара брама.', {
    sourceLikeIt: 'No no no no',
  }),
  content('FORM_10', plain, 'Брама, брама, брама, брама!', 'Ха-ха-ха!', { sourceLikeIt: '哈哈哈！' }),
  content('FORM_10', 'He laughs.', 'Ха-ха-ха-ха!', 'Сміється.', { sourceLikeIt: 'Ha, ha, ha!' }),
  content('FORM_11', 'Close the gate', 'Зачини браму Зачини браму', 'Зачини браму, зачини браму', {
    sourceLikeIt: 'The gate The gate',
  }),
  content('FORM_11', 'Forward', 'Вперед! Вперед!', 'Вперед!', { sourceLikeIt: 'Go! Go!' }),
  content('FORM_11', 'To the rescue', 'На поміч! На поміч!', 'На поміч!', { sourceLikeIt: '快走！快走！' }),
  content(
    'FORM_11',
    'Thanks to the General, and thanks to the guard.',
    'Дяка генералові. Дяка генералові.',
    'Дяка генералові, дяка варті.',
    { sourceLikeIt: 'Thanks to the General, thanks to the General...' },
  ),
  content('FORM_12', plain, `${good}\n`, 'Стара брама\nзачинена.', { sourceLikeIt: `${plain}\n` }),
  content('FORM_13', plain, `${good} 🎉`, `${good} ™`, { sourceLikeIt: `${plain} 🎉` }),
  content('FORM_14', plain, 'Стара @ брама зачинена.', 'Стара + брама = зачинена.', { sourceLikeIt: 'Gate @ night' }),
  content('FORM_14', 'Under level 5', '<Рівень 5', 'Рівень < 5'),
  content(
    'FORM_14',
    'The side $side opens the gate.',
    'Сторона| $side відчиняє браму.',
    '$side|-та сторона відчиняє браму.',
  ),
  content('FORM_14', 'ham|bury The gate.', 'гай|бір|град Брама.', 'гай|бір Брама.', { sourceLikeIt: 'ham|bury|ton' }),
  content('FORM_15', 'The #Yold#E gate', '#YСтара брама', '#YСтара#E брама', { sourceLikeIt: '#YThe gate' }),
  content('FORM_16', 'The #Yold#E gate', '#YСтара#Е брама', '#YСтара#E Е брама'),
  content('LANG_01', plain, 'Stara brama zaczynena vnochi.', 'Gate', { language: 'uk' }),
  content('LANG_01', plain, '旧门夜间关闭。', good, { language: 'uk' }),
  content('LANG_01', plain, 'Stara brama', 'Stara Gate', { language: 'uk' }),
  content('LANG_01', plain, good, 'Das alte Tor', { language: 'de' }),
  content('LANG_02', plain, 'Стара 门 зачинена вночі.', good, { language: 'uk', sourceLikeIt: 'The 门 gate' }),
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\u00ad', '\u00a0', '\u202f', '\u2009', '\u2003', '\u3164', '\u2800'].map(
    (sign) =>
      content('DOUBT_15', plain, `Стара${sign}брама зачинена вночі.`, good, { sourceLikeIt: `The old${sign}gate.` }),
  ),
  ...[
    'می\u200cخواهم',
    'क\u094d\u200dष',
    '👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f⃣',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}',
    'ไทย\u200bไทย',
    'レベル\u3000{0}\u3000{1}',
    'שלום\u200f!',
    '«\u00a0oui\u00a0»\u202f!',
  ].map((passes) => content('DOUBT_15', plain, 'Сло\u00adво\u00a0слово', passes)),
  content(
    'DOUBT_15',
    plain,
    'Стара \ufe0fбрама зачинена вночі.',
    'Ув\u00a0очі\u202f! №\u00a05\u00a0— «\u00a0брама\u00a0» {0}\u00a0кг, 10\u202f000.',
  ),
  content('DOUBT_15', plain, 'Як\u00a0ти\u00a0це\u00a0знав?', 'Як\u00a0ти це знав? 1\u00a0000\u00a0000\u00a0000'),
  ...[`Стара брама зачинена вночі${'й'.normalize('NFD')}.`, 'Ky\u0300iv Стара брама.', '한국'.normalize('NFD')].map(
    (fires) =>
      content('DOUBT_16', plain, fires, 'लड़का Q\u0301 Стара́ брама.', {
        sourceLikeIt: `The ${'é'.normalize('NFD')} gate.`,
      }),
  ),
  content('LANG_03', plain, 'Старые ворота закрыты ночью.', 'Ґанок, їжак і щастя.', { language: 'uk' }),
  content('LANG_03', plain, 'Żółw śpi długo źle.', 'In Łódź schläft die Straße.', { language: 'de' }),
  content('LANG_04', plain, 'Стара gate closed вночі.', 'Стара брама Gate зачинена вночі.', { language: 'uk' }),
  content('DOUBT_01', plain, 'Стара бpама зачинена.', 'Стара brama зачинена.'),
  content('FORM_02', plain, 'Стара *брама* зачинена вночі.', 'Стара *брама зачинена вночі.', {
    sourceLikeIt: 'The *old* gate.',
  }),
  content('FORM_17', plain, `${good} [офіційний тон]`, `${good} [E]`, { sourceLikeIt: `${plain} [sic]` }),
  content('FORM_17', plain, `${good} (або: ворота)`, `${good} (о 12:30 теж)`),
  content('FORM_17', plain, `${good} (confidence: 0.92)`, `${good} (майже)`),
  content('FORM_18', plain, `\u202b${good}\u202c`, good, { sourceLikeIt: `\u202b${plain}\u202c` }),
  content('LANG_03', plain, '舊城門夜間會關閉。', '旧城门夜间会关闭。', { language: 'zh-CN' }),
  content('LANG_03', plain, '旧门は夜に閉まる。', '古い門は夜に閉まる。', { language: 'ja' }),
  content('LANG_02', plain, '낡은 門은 밤에 닫힌다.', '낡은 문은 밤에 닫힌다.', { language: 'ko' }),
  content('LANG_05', plain, '城門夜間関閉禁止通行', '城門夜間閉鎖中', { language: 'ja' }),
  content('LANG_05', plain, 'Cong cu bi dong vao ban dem.', 'Cổng cũ bị đóng vào ban đêm.', { language: 'vi' }),
  content('LANG_06', plain, 'At night the guard closed the gate.', 'Straż zamyka bramę w nocy, jak zawsze.', {
    language: 'pl',
    letters: learnt(),
  }),
  content(
    'LANG_06',
    'Shattered Pixel Dungeon by the Old Gate Keepers',
    'The dungeon of the others, with them',
    'Shattered Pixel Dungeon: Old Gate Keepers',
    { language: 'pl', letters: learnt() },
  ),
  content('LANG_07', plain, '三叉戟城門在夜間の中で', '三叉戟の城門は夜に閉まる', {
    language: 'ja',
    reference: '三叉戟城門在夜間封鎖',
  }),
  content('LANG_07', 'Trident Gate', '三叉戟門', '三叉の門', { language: 'ja', reference: '三叉戟門' }),
  content('LANG_08', plain, 'La vieja puerta se cierra con la noche.', 'O velho portão se fecha com a noite.', {
    language: 'pt-BR',
  }),
  content(
    'LANG_08',
    plain,
    'O portão velho está fechado à noite, e não há um guarda.',
    'La vieja puerta está cerrada por la noche, y no hay guarda.',
    { language: 'es' },
  ),
  content(
    'LANG_08',
    'Go to the guards of El Dorado con la Reina at night.',
    'Vaya a los guardias del reino por la noche, muy tarde.',
    'Allez voir les gardes d’El Dorado con la Reina, la nuit.',
    { language: 'fr' },
  ),
  content(
    'LANG_08',
    plain,
    'De oude poort wordt voor de nacht gesloten, en het is niet open.',
    'Das alte Tor wird in der Nacht geschlossen, und es ist zu.',
    { language: 'de' },
  ),
  content(
    'LANG_08',
    plain,
    'Stará brána sa v noci zatvára, ako každý vie.',
    'Stará brána se v noci zavírá, jak každý ví.',
    { language: 'cs' },
  ),
  content('LANG_08', plain, 'Ворота закрываются, и вы это знаете.', 'Ворота зачиняють, і ви це знаєте.', {
    language: 'uk',
  }),
  content('LANG_08', plain, 'Ang lumang tarangkahan ay sarado sa gabi.', 'Gerbang tua itu ditutup pada malam hari.', {
    language: 'id',
  }),
  content('LANG_03', plain, 'دروازه قدیمی شب‌ها بسته است و کسی نیست.', 'البوابة القديمة مغلقة ليلا يا بيتر.', {
    language: 'ar',
  }),
  content('DOUBT_13', plain, `${good} (без перекладу)`, 'Стара брама(и) зачинена вночі.', {
    sourceLikeIt: `${plain} (old)`,
  }),
  content('DOUBT_14', plain, `日本語：${good}`, `Стара брама: зачинена.`, { sourceLikeIt: `Sign: ${plain}` }),
  content('DOUBT_02', 'It takes 2 of 4 keys.', 'Треба 2 з 5 ключів.', 'Треба 4, є 2 ключі.'),
  content('DOUBT_02', 'It takes 2 keys.', 'Треба 3 ключі.', 'Треба два ключі.'),
  content(
    'DOUBT_03',
    'The old gate is closed at night by the guard.',
    'Стара брама зачинена вночі,',
    'Стара брама зачинена вночі»',
  ),
  content(
    'DOUBT_03',
    'You are hurt and lose health each turn. Turns left: 5.',
    'Вас поранено, щоходу ви втрачаєте здоров’я',
    'Вас поранено, щоходу ви втрачаєте здоров’я. Лишилося ходів: 5',
  ),
  content(
    'DOUBT_03',
    'The old gate is closed at night by the guard.',
    'Стара брама зачинена вночі',
    'ประตูเก่าปิดในเวลากลางคืน',
  ),
  content('DOUBT_02', 'It takes 25 of 4 keys.', 'Треба 4 ключі.', 'Треба 25 ключів.'),
  content('DOUBT_04', plain, 'Стара gate is closed вночі.', 'Стара gate is зачинена.'),
  content('DOUBT_05', plain, 'СТАРА БРАМА ЗАЧИНЕНА.', 'СБЗВН'),
  content('DOUBT_06', plain, 'Стара брама ２ зачинена.', 'Стара брама 2 зачинена.'),
  content('DOUBT_07', 'Old gate', '«Стара брама»', 'Стара «брама»', { sourceLikeIt: '"Old gate"' }),
  content('DOUBT_08', 'Old gate', 'Стара брама (Old gate)', 'Стара брама (Gate)'),
  content('DOUBT_09', plain, '?????', 'А?'),
  content('DOUBT_10', 'Gate', 'Брама / ворота', 'Брама/ворота', { sourceLikeIt: 'Gate/door' }),
  content('DOUBT_11', plain, `${good} `, good, { sourceLikeIt: `${plain} ` }),
  content('DOUBT_12', plain, 'The old gate is closed at night!', 'The old gate is closed at nights!'),
]
