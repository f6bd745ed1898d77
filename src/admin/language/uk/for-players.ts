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

  'made an edition': 'створено видання',
  'removed an edition': 'вилучено видання',
  'published a release': 'опубліковано випуск',
  'withdrew a release': 'відкликано випуск',
  editions: 'видання',
  why: 'чому',
  '{0} published the release <bdi>{1}</bdi>': '{0}: опубліковано випуск <bdi>{1}</bdi>',
  '{0} withdrew the release <bdi>{1}</bdi>': '{0}: відкликано випуск <bdi>{1}</bdi>',
}
