// The rules about content, each with a text that it must name and one close to it that it must leave alone.

import type { RuleCode } from '../../src/domain/finding.ts'
import { LetterLearner, type LetterWeights } from '../../src/domain/text/letter-grams.ts'

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

export const CONTENT_VECTORS: readonly ContentVector[] = [
  {
    rule: 'CHAT_01',
    source: plain,
    fires: `Ось що вийшло:\n${good}`,
    passes: 'Стара брама:\nніч.',
    sourceLikeIt: 'A sign:\nThe old gate is closed at night.',
  },
  {
    rule: 'CHAT_01',
    source: 'The gate is closed.\nThere are two guards:\none at night.',
    fires: 'Here is the translation:\nБраму зачинено.\nЄ двоє вартових:\nодин уночі.',
    passes: 'Браму зачинено, є двоє вартових:\nодин уночі.',
    sourceLikeIt: 'A note on the translation:\nThe gate is closed.\nThere are two guards:\none at night.',
  },
  {
    rule: 'CHAT_01',
    source: 'Objective\nDefeat three bandits at the old gate.',
    fires: 'Відповідь така:\nМета\nПереможіть трьох розбійників біля старої брами.',
    passes: 'Мета:\nПереможіть трьох розбійників біля старої брами.',
  },
  {
    rule: 'CHAT_01',
    source: 'Tells whether the map\nis small or large',
    fires: 'Я переклав би так:\nПоказує розмір мапи,\nмала вона чи велика',
    passes: 'Показує розмір мапи:\nмала вона чи велика',
  },
  { rule: 'CHAT_01', source: 'plate armor', fires: 'Here is the translation:\nЛати', passes: 'Обладунок:\nЛати' },
  {
    rule: 'CHAT_02',
    source: plain,
    fires: `Translation: ${good}`,
    passes: `Сторож: ${good}`,
    sourceLikeIt: `Translation: ${plain}`,
  },
  { rule: 'CHAT_02', source: plain, fires: `Ось переклад: ${good}`, passes: `Ось: ${good}` },
  {
    rule: 'CHAT_03',
    source: plain,
    fires: `${good}\n\nLet me know if you need more!`,
    passes: `${good} Якщо ви не проти.`,
  },
  {
    rule: 'CHAT_03',
    source: `${plain}\n\nIf you have the key, it opens.`,
    fires: `${good}\n\nЗ ключем вона відчиниться.\n\n(Note: I kept the names.)`,
    passes: `${good}\n\nЯкщо ви маєте ключ, вона відчиниться.`,
  },
  { rule: 'CHAT_03', source: plain, fires: `${good} (Note: I kept the gate.)`, passes: `${good} (Нотатка.)` },
  {
    rule: 'CHAT_04',
    source: plain,
    fires: "I'm sorry, but I can't translate this text.",
    passes: 'Вибачте, брама зачинена.',
  },
  { rule: 'CHAT_04', source: plain, fires: 'Як мовна модель, я не перекладаю.', passes: 'Як мова без слів.' },
  {
    rule: 'CHAT_05',
    source: plain,
    fires: `You are a professional translator. ${good}`,
    passes: `Ти перекладач. ${good}`,
  },
  { rule: 'CHAT_05', source: plain, fires: `<think>gate</think> ${good}`, passes: `Think. ${good}` },
  ...[
    'Translate the following text:',
    'Translate it into Ukrainian:',
    'Do not translate names.',
    'Keep all tags.',
    'Preserve the markup.',
    'Leave every token.',
    'Return only the text.',
    'Only the translation',
    'The system prompt',
    '[/INST]',
    'User:',
    '### System:',
    'Instructions:',
    'Source text:',
    'Target language',
  ].map((phrase) => ({
    rule: 'CHAT_05' as const,
    source: plain,
    fires: `${phrase} ${good}`,
    passes: `Don't leave the system to the user. ${good}`,
    sourceLikeIt: `${phrase} ${plain}`,
  })),
  {
    rule: 'CHAT_06',
    source: plain,
    fires: `Щось своє\n\n${good}`,
    passes: 'Стара брама\n\nзачинена вночі.',
    sourceLikeIt: `Own\n\n${plain}`,
  },
  {
    rule: 'FORM_01',
    source: plain,
    fires: `\`\`\`\n${good}\n\`\`\``,
    passes: "Стара брама `зачинена' вночі.",
    sourceLikeIt: 'Type `gate`.',
  },
  {
    rule: 'FORM_02',
    source: plain,
    fires: 'Стара **брама** зачинена вночі.',
    passes: 'Стара * брама * зачинена.',
    sourceLikeIt: 'The **gate**.',
  },
  { rule: 'FORM_02', source: plain, fires: '** Стара брама ** зачинена вночі.', passes: 'Брама ** зачинена.' },
  { rule: 'FORM_02', source: plain, fires: '**\n\nСтара брама** зачинена.', passes: 'Брама ** 2 ** зачинена.' },
  { rule: 'FORM_02', source: 'Damage (2 ** 3)', fires: '** Шкода ** (2 і 3)', passes: 'Шкода ** (2 ** 3)' },
  {
    rule: 'FORM_03',
    source: plain,
    fires: `«${good}»`,
    passes: '«Стара» брама «зачинена»',
    sourceLikeIt: `"${plain}"`,
  },
  {
    rule: 'FORM_04',
    source: plain,
    fires: `12. ${good}`,
    passes: '12 брам зачинено вночі.',
    sourceLikeIt: 'Level 12 is closed.',
  },
  {
    rule: 'FORM_04',
    source: 'Close the 12 old gates at night.',
    fires: '12. Зачини 12 старих брам уночі.',
    passes: '12. браму зачини вночі, стару.',
  },
  {
    rule: 'FORM_05',
    source: plain,
    fires: `40564f2eaebac596 ${good}`,
    passes: `40564f2eaebac59 ${good}`,
    sourceLikeIt: '40564f2eaebac596 it is',
  },
  { rule: 'FORM_06', source: plain, fires: `"${good}"},`, passes: `${good} }`, sourceLikeIt: 'The "gate"},' },
  {
    rule: 'FORM_07',
    source: plain,
    fires: 'Стара брама\\nзачинена вночі.',
    passes: 'Стара брама \\ зачинена вночі.',
    sourceLikeIt: 'C:\\new',
  },
  {
    rule: 'FORM_08',
    source: plain,
    fires: 'Стара брама &amp; ніч.',
    passes: 'Стара брама & ніч; а',
    sourceLikeIt: 'Gate &amp; night',
  },
  {
    rule: 'FORM_09',
    source: plain,
    fires: 'Ð¡Ñ\u0082Ð°Ñ\u0080Ð° Ð±Ñ\u0080Ð°Ð¼Ð°',
    passes: 'Přítomní – ani nápad «Ñandú».',
  },
  {
    rule: 'FORM_10',
    source: plain,
    fires: 'Стара стара стара стара брама.',
    passes: 'Стара стара стара брама.',
    sourceLikeIt: 'No no no no',
  },
  {
    rule: 'FORM_10',
    source: plain,
    fires: 'Брама, брама, брама, брама!',
    passes: 'Ха-ха-ха!',
    sourceLikeIt: '哈哈哈！',
  },
  { rule: 'FORM_10', source: 'He laughs.', fires: 'Ха-ха-ха-ха!', passes: 'Сміється.', sourceLikeIt: 'Ha, ha, ha!' },
  {
    rule: 'FORM_11',
    source: 'Close the gate',
    fires: 'Зачини браму Зачини браму',
    passes: 'Зачини браму, зачини браму',
    sourceLikeIt: 'The gate The gate',
  },
  { rule: 'FORM_11', source: 'Forward', fires: 'Вперед! Вперед!', passes: 'Вперед!', sourceLikeIt: 'Go! Go!' },
  {
    rule: 'FORM_11',
    source: 'To the rescue',
    fires: 'На поміч! На поміч!',
    passes: 'На поміч!',
    sourceLikeIt: '快走！快走！',
  },
  {
    rule: 'FORM_11',
    source: 'Thanks to the General, and thanks to the guard.',
    fires: 'Дяка генералові. Дяка генералові.',
    passes: 'Дяка генералові, дяка варті.',
    sourceLikeIt: 'Thanks to the General, thanks to the General...',
  },
  { rule: 'FORM_12', source: plain, fires: `${good}\n`, passes: 'Стара брама\nзачинена.', sourceLikeIt: `${plain}\n` },
  { rule: 'FORM_13', source: plain, fires: `${good} 🎉`, passes: `${good} ™`, sourceLikeIt: `${plain} 🎉` },
  {
    rule: 'FORM_14',
    source: plain,
    fires: 'Стара @ брама зачинена.',
    passes: 'Стара + брама = зачинена.',
    sourceLikeIt: 'Gate @ night',
  },
  { rule: 'FORM_14', source: 'Under level 5', fires: '<Рівень 5', passes: 'Рівень < 5' },
  {
    rule: 'FORM_14',
    source: 'The side $side opens the gate.',
    fires: 'Сторона| $side відчиняє браму.',
    passes: '$side|-та сторона відчиняє браму.',
  },
  {
    rule: 'FORM_14',
    source: 'ham|bury The gate.',
    fires: 'гай|бір|град Брама.',
    passes: 'гай|бір Брама.',
    sourceLikeIt: 'ham|bury|ton',
  },
  {
    rule: 'FORM_15',
    source: 'The #Yold#E gate',
    fires: '#YСтара брама',
    passes: '#YСтара#E брама',
    sourceLikeIt: '#YThe gate',
  },
  { rule: 'FORM_16', source: 'The #Yold#E gate', fires: '#YСтара#Е брама', passes: '#YСтара#E Е брама' },
  { rule: 'LANG_01', source: plain, fires: 'Stara brama zaczynena vnochi.', passes: 'Gate', language: 'uk' },
  { rule: 'LANG_01', source: plain, fires: '旧门夜间关闭。', passes: good, language: 'uk' },
  { rule: 'LANG_01', source: plain, fires: good, passes: 'Das alte Tor', language: 'de' },
  {
    rule: 'LANG_02',
    source: plain,
    fires: 'Стара 门 зачинена вночі.',
    passes: good,
    language: 'uk',
    sourceLikeIt: 'The 门 gate',
  },
  {
    rule: 'LANG_03',
    source: plain,
    fires: 'Старые ворота закрыты ночью.',
    passes: 'Ґанок, їжак і щастя.',
    language: 'uk',
  },
  {
    rule: 'LANG_03',
    source: plain,
    fires: 'Żółw śpi długo źle.',
    passes: 'In Łódź schläft die Straße.',
    language: 'de',
  },
  {
    rule: 'LANG_04',
    source: plain,
    fires: 'Стара gate closed вночі.',
    passes: 'Стара брама Gate зачинена вночі.',
    language: 'uk',
  },
  { rule: 'DOUBT_01', source: plain, fires: 'Стара бpама зачинена.', passes: 'Стара brama зачинена.' },
  {
    rule: 'FORM_02',
    source: plain,
    fires: 'Стара *брама* зачинена вночі.',
    passes: 'Стара *брама зачинена вночі.',
    sourceLikeIt: 'The *old* gate.',
  },
  {
    rule: 'FORM_17',
    source: plain,
    fires: `${good} [офіційний тон]`,
    passes: `${good} [E]`,
    sourceLikeIt: `${plain} [sic]`,
  },
  { rule: 'FORM_17', source: plain, fires: `${good} (або: ворота)`, passes: `${good} (о 12:30 теж)` },
  { rule: 'FORM_17', source: plain, fires: `${good} (confidence: 0.92)`, passes: `${good} (майже)` },
  {
    rule: 'FORM_18',
    source: plain,
    fires: `\u202b${good}\u202c`,
    passes: good,
    sourceLikeIt: `\u202b${plain}\u202c`,
  },
  {
    rule: 'LANG_03',
    source: plain,
    language: 'zh-CN',
    fires: '舊城門夜間會關閉。',
    passes: '旧城门夜间会关闭。',
  },
  { rule: 'LANG_03', source: plain, language: 'ja', fires: '旧门は夜に閉まる。', passes: '古い門は夜に閉まる。' },
  { rule: 'LANG_02', source: plain, language: 'ko', fires: '낡은 門은 밤에 닫힌다.', passes: '낡은 문은 밤에 닫힌다.' },
  { rule: 'LANG_05', source: plain, language: 'ja', fires: '城門夜間関閉禁止通行', passes: '城門夜間閉鎖中' },
  {
    rule: 'LANG_05',
    source: plain,
    language: 'vi',
    fires: 'Cong cu bi dong vao ban dem.',
    passes: 'Cổng cũ bị đóng vào ban đêm.',
  },
  {
    rule: 'LANG_06',
    source: plain,
    language: 'pl',
    letters: learnt(),
    fires: 'At night the guard closed the gate.',
    passes: 'Straż zamyka bramę w nocy, jak zawsze.',
  },
  {
    rule: 'LANG_06',
    source: 'Shattered Pixel Dungeon by the Old Gate Keepers',
    language: 'pl',
    letters: learnt(),
    fires: 'The dungeon of the others, with them',
    passes: 'Shattered Pixel Dungeon: Old Gate Keepers',
  },
  {
    rule: 'LANG_07',
    source: plain,
    language: 'ja',
    reference: '三叉戟城門在夜間封鎖',
    fires: '三叉戟城門在夜間の中で',
    passes: '三叉戟の城門は夜に閉まる',
  },
  {
    rule: 'LANG_07',
    source: 'Trident Gate',
    language: 'ja',
    reference: '三叉戟門',
    fires: '三叉戟門',
    passes: '三叉の門',
  },
  {
    rule: 'DOUBT_13',
    source: plain,
    fires: `${good} (без перекладу)`,
    passes: 'Стара брама(и) зачинена вночі.',
    sourceLikeIt: `${plain} (old)`,
  },
  {
    rule: 'DOUBT_14',
    source: plain,
    fires: `日本語：${good}`,
    passes: `Стара брама: зачинена.`,
    sourceLikeIt: `Sign: ${plain}`,
  },
  { rule: 'DOUBT_02', source: 'It takes 2 of 4 keys.', fires: 'Треба 2 з 5 ключів.', passes: 'Треба 4, є 2 ключі.' },
  { rule: 'DOUBT_02', source: 'It takes 2 keys.', fires: 'Треба 3 ключі.', passes: 'Треба два ключі.' },
  {
    rule: 'DOUBT_03',
    source: 'The old gate is closed at night by the guard.',
    fires: 'Стара брама зачинена вночі,',
    passes: 'Стара брама зачинена вночі»',
  },
  {
    rule: 'DOUBT_03',
    source: 'You are hurt and lose health each turn. Turns left: 5.',
    fires: 'Вас поранено, щоходу ви втрачаєте здоров’я',
    passes: 'Вас поранено, щоходу ви втрачаєте здоров’я. Лишилося ходів: 5',
  },
  {
    rule: 'DOUBT_03',
    source: 'The old gate is closed at night by the guard.',
    fires: 'Стара брама зачинена вночі',
    passes: 'ประตูเก่าปิดในเวลากลางคืน',
  },
  { rule: 'DOUBT_02', source: 'It takes 25 of 4 keys.', fires: 'Треба 4 ключі.', passes: 'Треба 25 ключів.' },
  { rule: 'DOUBT_04', source: plain, fires: 'Стара gate is closed вночі.', passes: 'Стара gate is зачинена.' },
  { rule: 'DOUBT_05', source: plain, fires: 'СТАРА БРАМА ЗАЧИНЕНА.', passes: 'СБЗВН' },
  { rule: 'DOUBT_06', source: plain, fires: 'Стара брама ２ зачинена.', passes: 'Стара брама 2 зачинена.' },
  { rule: 'DOUBT_07', source: 'Old gate', fires: '«Стара брама»', passes: 'Стара «брама»', sourceLikeIt: '"Old gate"' },
  { rule: 'DOUBT_08', source: 'Old gate', fires: 'Стара брама (Old gate)', passes: 'Стара брама (Gate)' },
  { rule: 'DOUBT_09', source: plain, fires: '?????', passes: 'А?' },
  { rule: 'DOUBT_10', source: 'Gate', fires: 'Брама / ворота', passes: 'Брама/ворота', sourceLikeIt: 'Gate/door' },
  { rule: 'DOUBT_11', source: plain, fires: `${good} `, passes: good, sourceLikeIt: `${plain} ` },
  {
    rule: 'DOUBT_12',
    source: plain,
    fires: 'The old gate is closed at night!',
    passes: 'The old gate is closed at nights!',
  },
]
