// Polish: editions, releases, and the page for players.
export const FOR_PLAYERS: Readonly<Record<string, string>> = {
  'The translation for players': 'Tłumaczenie dla graczy',
  'There is no release to download now.': 'Nie ma teraz wydania do pobrania.',
  Download: 'Pobierz',
  'SHA-256: <code>{0}</code>': 'SHA-256: <code>{0}</code>',
  'What is new': 'Co nowego',
  'Tested in the game.': 'Sprawdzone w grze.',
  'Tested in build {0} of the game.': 'Sprawdzone w kompilacji {0} gry.',
  'For build {0} of the game; not tested in it.': 'Dla kompilacji {0} gry; nie sprawdzono w niej.',
  'How to install': 'Jak zainstalować',
  'Close the game and its launcher.': 'Zamknij grę i jej launcher.',
  'Download an edition, and copy the files of the game that are in it to a safe place, to have them back later.':
    'Pobierz edycję i skopiuj w bezpieczne miejsce pliki gry, które w niej są, żeby móc je później przywrócić.',
  "Unpack the ZIP into the folder of the game, so that its folder <code>Package</code> falls on the one that is there. With the game's own launcher, put the files into <code2>LocalData/Patch/HD/oversea/locale</code2>.":
    'Rozpakuj ZIP do folderu gry tak, żeby jego folder <code>Package</code> trafił na ten, który już tam jest. Z własnym launcherem gry włóż pliki do <code2>LocalData/Patch/HD/oversea/locale</code2>.',
  'Start the game. After an update of the game its own texts are back: wait for a release that fits, and install it again.':
    'Uruchom grę. Po aktualizacji gry wrócą jej własne teksty: poczekaj na pasujące wydanie i zainstaluj je ponownie.',
  'How much is done': 'Ile jest zrobione',
  'translated row|translated rows': 'przetłumaczony wiersz|przetłumaczone wiersze|przetłumaczonych wierszy',
  '{0} of {1}, {2} approved by people.': '{0}, a wszystkich: {1}; zatwierdzone przez ludzi: {2}.',
  'Former releases': 'Poprzednie wydania',
  '. Withdrawn: {0}': '. Wycofano: {0}',
  'What was new': 'Co było nowego',

  Releases: 'Wydania',
  Release: 'Wydanie',
  'Nothing is published yet. Players see nothing until then.':
    'Nic jeszcze nie opublikowano. Do tego czasu gracze niczego nie widzą.',
  'The page for players': 'Strona dla graczy',
  'The feed': 'Kanał wydań',
  withdrawn: 'wycofane',
  'the present one': 'obecne',
  'Published by <bdi>{0}</bdi>, {1}. Build of the game: {2}. {3}':
    'Opublikowano: <bdi>{0}</bdi>, {1}. Kompilacja gry: {2}. {3}',
  'Withdrawn: <bdi>{0}</bdi>': 'Wycofano: <bdi>{0}</bdi>',
  Withdraw: 'Wycofaj',
  'It stays in the history with the reason, and nobody gets its packages any more. The release before it is the present one again.':
    'Zostanie w historii razem z powodem, ale nikt nie pobierze już jego paczek. Obecnym stanie się znowu wydanie poprzednie.',
  'The reason, for players': 'Powód, dla graczy',
  Publish: 'Opublikuj',
  'Makes a package of each edition from the untouched files of the latest import. From then on everybody can see the page for players and download.':
    'Robi paczkę każdej edycji z niezmienionych plików ostatniego importu. Od tej chwili każdy może zobaczyć stronę dla graczy i pobierać.',
  'What is new, for players': 'Co nowego, dla graczy',
  "Build of the game (Steam's number, if you know it)": 'Kompilacja gry (numer ze Steama, jeśli go znasz)',
  'It was tested in the game': 'Sprawdzono w grze',
  'The release is published. <a>The page for players</a> <a2>Releases</a2>':
    'Wydanie opublikowane. <a>Strona dla graczy</a> <a2>Wydania</a2>',
  'The latest run': 'Ostatni przebieg',
  'had a release made': 'uruchomiono tworzenie wydania',
  'The release is withdrawn. Players read why.': 'Wydanie wycofane. Gracze przeczytają dlaczego.',

  Editions: 'Edycje',
  'The edition is made. The next release has it.': 'Edycja utworzona. Będzie w następnym wydaniu.',
  'The edition is removed.': 'Edycja usunięta.',
  'Releases that have it stay as they are; the next one is without it.':
    'Wydania, które ją mają, zostają bez zmian; w następnym jej nie będzie.',
  'Everything is translated.': 'Wszystko jest tłumaczone.',
  'New edition': 'Nowa edycja',
  'Short name': 'Krótka nazwa',
  'english-items': 'english-items',
  'Variant that launchers compare (empty: the short name with _)':
    'Wariant, który porównują launchery (puste: krótka nazwa z _)',
  'Name for players': 'Nazwa dla graczy',
  Description: 'Opis',
  'For whom it is': 'Dla kogo jest',
  'Rules, a line each; the first that has a row decides':
    'Reguły, po jednej w linii; decyduje pierwsza, do której wiersz pasuje',
  'keep label=kind:item': 'keep label=kind:item',
  '<code>keep</code> leaves rows as the game has them, <code2>translate</code2> translates them; then a filter as in the address of a list. <code3>keep game=machine</code3> lets in only what people approved.':
    '<code>keep</code> zostawia wiersze takie jak w grze, <code2>translate</code2> je tłumaczy; dalej filtr, jak w adresie listy. <code3>keep game=machine</code3> przepuszcza tylko to, co zatwierdzili ludzie.',
  Make: 'Utwórz',
  'made an edition': 'utworzono edycję',
  'removed an edition': 'usunięto edycję',
  'published a release': 'opublikowano wydanie',
  'withdrew a release': 'wycofano wydanie',
  editions: 'edycje',
  why: 'dlaczego',
  '{0} published the release <bdi>{1}</bdi>': '{0}: opublikowano wydanie <bdi>{1}</bdi>',
  '{0} withdrew the release <bdi>{1}</bdi>': '{0}: wycofano wydanie <bdi>{1}</bdi>',
}
