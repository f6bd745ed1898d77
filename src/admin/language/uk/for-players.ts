// Ukrainian: editions, releases, and the page for players.
export const FOR_PLAYERS: Readonly<Record<string, string>> = {
  'The translation for players': 'Переклад для гравців',
  'There is no release to download now.': 'Зараз немає випуску, який можна завантажити.',
  Download: 'Завантажити',
  'SHA-256: <code>{0}</code>': 'SHA-256: <code>{0}</code>',
  'What is new': 'Що нового',
  'Tested in the game.': 'Перевірено у грі.',
  'Tested in build {0} of the game.': 'Перевірено у збірці гри {0}.',
  'For build {0} of the game; not tested in it.': 'Для збірки гри {0}; у ній не перевірено.',
  'How to install': 'Як установити',
  'Close the game and its launcher.': 'Закрийте гру та її лаунчер.',
  'Download an edition, and copy the files of the game that are in it to a safe place, to have them back later.':
    'Завантажте видання й збережіть у надійному місці копії файлів гри, які в ньому є, щоб потім могли їх повернути.',
  "Unpack the ZIP into the folder of the game, so that its folder <code>Package</code> falls on the one that is there. With the game's own launcher, put the files into <code2>LocalData/Patch/HD/oversea/locale</code2>.":
    'Розпакуйте ZIP у теку гри так, щоб його тека <code>Package</code> лягла на наявну. Якщо у вас власний лаунчер гри, покладіть файли в <code2>LocalData/Patch/HD/oversea/locale</code2>.',
  'Start the game. After an update of the game its own texts are back: wait for a release that fits, and install it again.':
    'Запустіть гру. Після оновлення гри повернуться її власні тексти: дочекайтеся випуску, який до неї пасує, і встановіть його знову.',
  'How much is done': 'Скільки зроблено',
  'translated row|translated rows': 'перекладений рядок|перекладені рядки|перекладених рядків',
  '{0} of {1}, {2} approved by people.': '{0}, усього — {1}; схвалено людьми: {2}.',
  'Former releases': 'Попередні випуски',
  '. Withdrawn: {0}': '. Відкликано: {0}',
  'What was new': 'Що було нового',

  Releases: 'Випуски',
  Release: 'Випуск',
  'Nothing is published yet. Players see nothing until then.':
    'Ще нічого не опубліковано. Доти гравці нічого не бачать.',
  'The page for players': 'Сторінка для гравців',
  'The feed': 'Стрічка випусків',
  withdrawn: 'відкликано',
  'the present one': 'чинний',
  'Published by <bdi>{0}</bdi>, {1}. Build of the game: {2}. {3}':
    'Опубліковано: <bdi>{0}</bdi>, {1}. Збірка гри: {2}. {3}',
  'Withdrawn: <bdi>{0}</bdi>': 'Відкликано: <bdi>{0}</bdi>',
  Withdraw: 'Відкликати',
  'It stays in the history with the reason, and nobody gets its packages any more. The release before it is the present one again.':
    'Він лишиться в історії з причиною, а його пакунків більше ніхто не отримає. Чинним знову стане попередній випуск.',
  'The reason, for players': 'Причина, для гравців',
  Publish: 'Опублікувати',
  'Makes a package of each edition from the untouched files of the latest import. From then on everybody can see the page for players and download.':
    'Робить пакунок кожного видання з незмінених файлів останнього імпорту. Відтоді кожен може бачити сторінку для гравців і завантажувати.',
  'What is new, for players': 'Що нового, для гравців',
  "Build of the game (Steam's number, if you know it)": 'Збірка гри (номер у Steam, якщо знаєте)',
  'It was tested in the game': 'Перевірено у грі',
  'The release is published. <a>The page for players</a> <a2>Releases</a2>':
    'Випуск опубліковано. <a>Сторінка для гравців</a> <a2>Випуски</a2>',
  'The latest run': 'Останній запуск',
  'had a release made': 'запущено створення випуску',
  'The release is withdrawn. Players read why.': 'Випуск відкликано. Гравці прочитають чому.',

  Editions: 'Видання',
  'The edition is made. The next release has it.': 'Видання створено. Воно буде в наступному випуску.',
  'The edition is removed.': 'Видання вилучено.',
  'Releases that have it stay as they are; the next one is without it.':
    'Випуски, у яких воно є, лишаться, як були; у наступному його не буде.',
  'Everything is translated.': 'Перекладено все.',
  'New edition': 'Нове видання',
  'Short name': 'Коротка назва',
  'english-items': 'english-items',
  'Variant that launchers compare (empty: the short name with _)':
    'Варіант, який порівнюють лаунчери (порожньо: коротка назва з _)',
  'Name for players': 'Назва для гравців',
  Description: 'Опис',
  'For whom it is': 'Для кого воно',
  'Rules, a line each; the first that has a row decides': 'Правила, по одному в рядку; вирішує перше, що підходить',
  'keep label=kind:item': 'keep label=kind:item',
  '<code>keep</code> leaves rows as the game has them, <code2>translate</code2> translates them; then a filter as in the address of a list. <code3>keep game=machine</code3> lets in only what people approved.':
    '<code>keep</code> лишає рядки, як у грі, <code2>translate</code2> перекладає їх; далі — фільтр, як в адресі списку. <code3>keep game=machine</code3> пропускає лише схвалене людьми.',
  Make: 'Створити',
  'made an edition': 'створено видання',
  'removed an edition': 'вилучено видання',
  'published a release': 'опубліковано випуск',
  'withdrew a release': 'відкликано випуск',
  editions: 'видання',
  why: 'чому',
  '{0} published the release <bdi>{1}</bdi>': '{0}: опубліковано випуск <bdi>{1}</bdi>',
  '{0} withdrew the release <bdi>{1}</bdi>': '{0}: відкликано випуск <bdi>{1}</bdi>',
}
