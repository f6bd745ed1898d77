// Ukrainian: the way into the game, downloads and backups (src/admin/pages/game/into-game.ts, game-run.ts, parts/game-tasks.ts).
export const INTO_GAME: Readonly<Record<string, string>> = {
  'Into the game': 'У гру',
  'Put the texts into the game': 'Перенесіть тексти у гру',
  '<a>Download the translated files</a> for the game': '<a>Завантажте перекладені файли</a> для гри',
  'Put it into the game': 'Перенести у гру',
  'Put into the game': 'Перенесено у гру',
  'Taken out of the game': 'Прибрано з гри',
  'Take it out again': 'Прибрати з гри',
  'No game text is here yet.': 'Текстів гри тут ще немає.',
  'The game was not found on this machine.': 'На цьому комп’ютері гри не знайдено.',
  'The game is in <code>{0}</code>.': 'Гра тут: <code>{0}</code>.',
  'The game is in another folder': 'Гра в іншій теці',
  'Folder of the game, or of its texts (…/HD/oversea/locale)': 'Тека гри або її текстів (…/HD/oversea/locale)',
  'Look there': 'Шукати там',
  'Your texts as another language of the game': 'Ваші тексти як інша мова гри',
  'For players who keep English: they see your texts when they set the game to this language.':
    'Для тих, хто лишає собі англійську: ваші тексти видно, коли в грі вибрано цю мову.',
  'Language in the game': 'Мова в грі',
  'See what changes': 'Показати, що зміниться',
  'is kept aside, then replaced': '— буде збережено, потім замінено',
  "is the game's own file, and is replaced": '— власний файл гри; буде замінено',
  'is translated already, and is replaced by a new one': '— уже перекладений; буде замінено новим',
  'came since the last time (a patch, the launcher): it is kept aside, then replaced':
    '— з’явився після минулого разу (патч чи лаунчер): буде збережено, потім замінено',
  'is not there': '— немає',
  'Its own files are kept and can be put back at any time, byte for byte.':
    'Власні файли гри зберігаються; їх можна будь-коли повернути байт у байт.',
  'The game gets, of the rows with something to translate:': 'З рядків, де є що перекладати, до гри потрапить:',
  "Translated files are in <code>{0}</code>. The game's own ones are kept.":
    'Перекладені файли лежать у <code>{0}</code>. Власні файли гри збережено.',

  'Download the translated files': 'Завантажити перекладені файли',
  'Made from the files of the latest import, with every text in its place. Copy them to where your game looks for this language.':
    'Робляться з файлів останнього імпорту, кожен текст на своєму місці. Скопіюйте їх туди, де гра шукає цю мову.',
  'My game is another one': 'У мене інша гра',
  'windrow is for this game from then on: its first import decides.':
    'Відтоді windrow служить цій грі: вирішує перший імпорт.',
  "The game's texts": 'Тексти гри',
  'What a patch or mod lays over them': 'Що накладає на них патч або мод',
  'Translated texts: become machine text': 'Перекладені тексти: стануть машинними',
  'JSON, CSV, TSV, PO or XLIFF with a key for each text, or a folder of them; up to 1 GiB together. What you choose replaces what was there: give the same folder each time.':
    'JSON, CSV, TSV, PO або XLIFF з ключем для кожного тексту чи тека з ними; разом до 1 ГіБ. Вибране заміняє те, що було: давайте щоразу ту саму теку.',
  'One file': 'Один файл',
  'Or a folder': 'Або тека',
  "Made from the untouched files of the latest import, with their names. Keep the game's own files before you copy these over them.":
    'Їх зроблено з незмінених файлів останнього імпорту, під тими самими назвами. Перш ніж копіювати їх на місце власних файлів гри, збережіть ті.',
  'Make the translated files': 'Зробити перекладені файли',
  'Translated files': 'Перекладені файли',
  'It is being made': 'Саме робиться',
  'Made {0}:': 'Зроблено {0}:',
  'Download {0}': 'Завантажити {0}',
  'Download all in one ZIP': 'Завантажити все в одному ZIP',
  "Extract it in the game's folder: the files find their places.":
    'Розпакуйте його в теці гри: файли потраплять на свої місця.',
  '{0} MB': '{0} МБ',

  'Back up': 'Резервна копія',
  'Back up now': 'Зробити копію зараз',
  Backup: 'Резервна копія',
  'A backup has everything: texts, history, people and the digests of their passwords. Keep a copy on another machine, where only you can read it.':
    'У копії є все: тексти, історія, люди та хеші їхніх паролів. Тримайте її ще й на іншому комп’ютері, там, де прочитати її можете лише ви.',
  'The latest backup is of {0}. <a>Backups</a>': 'Остання резервна копія — {0}. <a>Резервні копії</a>',
  'A backup was restored for a trial, {0}, and did not come back whole: <code>{1}</code>, <code2>{2}</code2>. <a>Make a new one</a>':
    'Копію на пробу відновили {0}, і повернулося не все: <code>{1}</code>, <code2>{2}</code2>. <a>Зробити нову</a>',
  'There is no backup yet.': 'Резервних копій ще немає.',
  'of a damaged store': 'з пошкодженого сховища',
  'Download the backup': 'Завантажити копію',
  'The backup is whole and was read back. <a>The backups</a>': 'Копія ціла, її перечитано. <a>Усі копії</a>',

  'Give my work to a colleague': 'Передати мою роботу колезі',
  "One file with every text, by whom and over what. Your colleague takes it in with <a>Merge a teammate's store</a>, and so do you with theirs: no work of either is lost.":
    'Один файл з усіма текстами: хто написав і що перед тим було. Ваш колега приймає його через <a>злиття зі сховищем колеги</a>, а ви так само приймаєте його файл: нічия робота не зникає.',
  'Make the file': 'Зробити файл',
  'Work for a colleague': 'Робота для колеги',

  '<code>{0}</code> is translated now': '<code>{0}</code> тепер перекладено',
  'When the launcher repairs or updates the game, its own files are back. Put the texts into the game again; after an update, import its new files first.':
    'Коли лаунчер відновить чи оновить гру, в ній знову будуть її власні файли. Перенесіть тексти у гру ще раз; після оновлення спершу імпортуйте нові файли.',
  'Go on translating': 'Перекладати далі',
  "is the game's own file again": '— знову власний файл гри',
  "was the game's own file already": '— і так був власним файлом гри',
  'came since (a patch, the launcher) and is left as it is': '— з’явився потім (патч чи лаунчер), тож лишається як є',
  'is not there, and is left so': '— немає, і так лишається',
  'is left as it is': '— лишається як є',
  'What the game gets': 'Що отримає гра',
  'Original: {0}': 'Оригінал: {0}',
  'no translation': 'немає перекладу',
  'its source has changed since': 'оригінал відтоді змінився',
  'rejected by a reviewer': 'рецензент відхилив',
  'breaks the markup of the source': 'порушує розмітку оригіналу',
  'not approved yet': 'ще не схвалено',
  'too long for the game': 'задовгий для гри',
  'has characters that would break the game': 'має символи, що зламали б гру',
  'outside of the filter': 'поза фільтром',
  'kept by the edition': 'лишається за правилами видання',
  'the diff file has another text': 'у файлі diff інший текст',
  'the file has a second source without a translation': 'у файлі друге джерело, яке ще не перекладене',
  'this file has another text than the store': 'у цьому файлі інший текст, ніж у сховищі',
}

export const SAID_OF_GAME: Readonly<Record<string, string>> = {
  'only an admin at the machine of windrow, while nobody else can reach it, puts files into its game; download the translated files instead':
    'файли гри на комп’ютері windrow змінює лише адміністратор за цим самим комп’ютером, доки сайт не відкрито для інших; завантажте натомість перекладені файли',
  'there is no such backup any more': 'такої копії вже немає',
  'this file is not here any more; make it again': 'цього файлу вже немає; зробіть його ще раз',
  'there is no such run any more; look at what is there now': 'цього запуску вже немає; погляньте, що є зараз',
  translating: 'перекладаємо',
  writing: 'записуємо',
  backup: 'резервна копія',
}
