// Ukrainian: meanings and allowed values of settings, and abilities of keys (src/domain/settings.ts, src/domain/access.ts).
export const SETTING_WORDS: Readonly<Record<string, string>> = {
  'API v1 answers; when off, every v1 request with a good key gets 403 api_disabled':
    'API v1 відповідає; коли вимкнено, кожен запит v1 із чинним ключем отримує 403 api_disabled',
  'rows a user, translator or moderator may write through API v1 in a UTC day':
    'скільки рядків за добу (UTC) може записати через API v1 користувач, перекладач чи модератор',
  'rows an admin or super admin may write through API v1 in a UTC day':
    'скільки рядків за добу (UTC) може записати через API v1 адміністратор чи суперадміністратор',
  'bytes of answers to batches (kept a day for replays) that a person may cause in a UTC day; beyond it, batches that change nothing are refused':
    'скільки байтів відповідей на пакети, що зберігаються добу для повторів, може заповнити одна людина за добу (UTC); понад це пакети, які нічого не змінюють, відхиляються',
  'legacy requests of type user_translate_text a bot key may make in a UTC day':
    'скільки запитів виду user_translate_text до старого API може зробити ключ бота за добу (UTC)',
  'legacy requests of type ai_translated_text a bot key may make in a UTC day':
    'скільки запитів виду ai_translated_text до старого API може зробити ключ бота за добу (UTC)',
  'legacy requests of type show_info a bot key may make in a UTC day':
    'скільки запитів виду show_info до старого API може зробити ключ бота за добу (UTC)',
  'pages of the site, live checks of a text and single decisions on the workbench that one person may request in a minute':
    'скільки сторінок сайту, перевірок тексту під час введення й окремих рішень на робочому місці припадає на одну людину за хвилину',
  'other forms of the site that one person may send in a minute':
    'скільки інших форм сайту може надіслати одна людина за хвилину',
  'MiB of disk that uploads of the site may take until they are imported':
    'скільки МіБ на диску можуть займати завантаження сайту, доки їх не імпортовано',
  'the game of this store: Where Winds Meet, or any game whose files are tables, JSON, PO or XLIFF (generic); fixed once there are rows':
    'гра цього сховища: Where Winds Meet чи будь-яка гра, файли якої — таблиці, JSON, PO або XLIFF (generic); після появи рядків не змінюється',
  'what in the texts of a generic store is read by the game and must stay in a translation':
    'що в текстах сховища generic читає сама гра, тож у перекладі воно має залишитися',
  'where-winds-meet or generic': 'where-winds-meet чи generic',
  'none, or some of printf, icu, braces, tags, bbcode, rpgmaker, renpy, escapes, separated by commas':
    'none або щось із printf, icu, braces, tags, bbcode, rpgmaker, renpy, escapes, через кому',
  'captions of game tags in angle brackets: keep them as in the source, or translate them freely':
    'підписи тегів гри в кутових дужках: лишати, як в оригіналі (keep), чи перекладати вільно (free)',
  'a text without an accepted form of a glossary term is refused; when off, it gets a warning':
    'текст без прийнятої форми терміна зі словника відхиляється; коли вимкнено, це лише застереження',
  'machine texts with remains of models and programs (CHAT, FORM and LANG rules) are refused; when off, they get a warning as in the manual layer':
    'машинний переклад із залишками від моделей і програм (правила CHAT, FORM і LANG) відхиляється; коли вимкнено, це застереження, як і в ручному шарі',
  'language of the translations, as a BCP 47 tag such as uk or pt-BR; while it is none, the LANG rules are off':
    'мова перекладів, тег BCP 47 на зразок uk чи pt-BR; доки її не задано (none), правила LANG вимкнено',
  'counts of rows by state are shown without a sign-in, as the page /progress and the badge /progress.svg; when off, neither exists':
    'кількість рядків за станом видно без входу, на сторінці /progress і значку /progress.svg; коли вимкнено, їх немає',
  'admins and super admins without a second factor, if other machines can reach the site: each page asks them to set one up, or they get no further until they have one':
    'адміністратори й суперадміністратори без другого фактора, коли сайт доступний не лише з цієї машини: кожна сторінка просить їх налаштувати його, або далі без нього не пускають',
  'a machine text that seems to belong to the next or previous row of its batch (ALIGN_01) is refused; when off, it gets a warning':
    'машинний переклад, що, схоже, належить до сусіднього рядка пакета (ALIGN_01), відхиляється; коли вимкнено, це застереження',
  'rows without a text whose source has a translation elsewhere in the game: leave them (off), fill them before windrow translate asks a model (suggest), or also after an import and before programs get them by claims (fill)':
    'рядки без тексту, чий оригінал уже перекладено деінде у грі: лишати (off), заповнювати перед запитом windrow translate до моделі (suggest) чи ще й після імпорту та перед видачею програмам (fill)',
  'off or suggest or fill': 'off, suggest або fill',
  'visible source length from which a text can be refused as too short':
    'видима довжина оригіналу, від якої текст може бути відхилено як закороткий',
  'a text below this share of the visible source length is refused as too short':
    'текст, коротший за цю частку видимої довжини оригіналу, відхиляється як закороткий',
  'visible source length from which a text can get a warning as too short':
    'видима довжина оригіналу, від якої про закороткий текст може бути застереження',
  'a text below this share of the visible source length gets a warning':
    'текст, коротший за цю частку видимої довжини оригіналу, отримує застереження',
  'a text above this many times the visible source length, plus the offset, is refused as too long':
    'текст, довший за стільки видимих довжин оригіналу плюс додаток, відхиляється як задовгий',
  'added to the longest allowed visible length, so that translations of short sources fit':
    'додаток до найбільшої дозволеної видимої довжини, щоб короткі оригінали лишали простір',
  'hours between automatic backups while a server runs, from the first translation or term on; 0 makes none':
    'годин між автоматичними резервними копіями, поки працює сервер, від першого перекладу чи терміна; 0 — без копій',
  'latest automatic backups that are kept': 'скільки останніх автоматичних резервних копій зберігати',
  'latest weeks of which one automatic backup each is kept besides':
    'за скільки останніх тижнів зберігати ще по одній автоматичній копії',
  'true or false': 'true або false',
  'keep or free': 'keep або free',
  'ask or require': 'ask або require',
  'a language tag such as uk, or none': 'тег мови на зразок uk, або none',
  'Read rows': 'Читати рядки',
  'Check translations without saving': 'Перевіряти переклади, не зберігаючи',
  'Propose translations': 'Пропонувати переклади',
  'Write the machine layer': 'Писати в машинний шар',
  'Write the manual layer directly': 'Писати прямо в ручний шар',
}
