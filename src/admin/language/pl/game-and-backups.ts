// Polish: the way into the game, downloads and backups (src/admin/pages/game/into-game.ts, game-run.ts, parts/game-tasks.ts).
export const INTO_GAME: Readonly<Record<string, string>> = {
  'Into the game': 'Do gry',
  'Put the texts into the game': 'Przenieś teksty do gry',
  '<a>Download the translated files</a> for the game': '<a>Pobierz przetłumaczone pliki</a> dla gry',
  'Put it into the game': 'Przenieś do gry',
  'Put into the game': 'Przeniesiono do gry',
  'Taken out of the game': 'Zabrano z gry',
  'Take it out again': 'Zabierz z gry',
  'No game text is here yet.': 'Nie ma tu jeszcze tekstów gry.',
  'The game was not found on this machine.': 'Na tym komputerze nie znaleziono gry.',
  'The game is in <code>{0}</code>.': 'Gra jest w <code>{0}</code>.',
  'The game is in another folder': 'Gra jest w innym folderze',
  'Folder of the game, or of its texts (…/HD/oversea/locale)': 'Folder gry albo jej tekstów (…/HD/oversea/locale)',
  'Look there': 'Szukaj tam',
  'Your texts as another language of the game': 'Twoje teksty jako inny język gry',
  'For players who keep English: they see your texts when they set the game to this language.':
    'Dla graczy, którzy zostawiają sobie angielski: zobaczą twoje teksty, gdy ustawią w grze ten język.',
  'Language in the game': 'Język w grze',
  'See what changes': 'Zobacz, co się zmieni',
  'is kept aside, then replaced': '– zostanie zachowany, potem zastąpiony',
  "is the game's own file, and is replaced": '– własny plik gry; zostanie zastąpiony',
  'is translated already, and is replaced by a new one': '– już przetłumaczony; zastąpi go nowy',
  'came since the last time (a patch, the launcher): it is kept aside, then replaced':
    '– pojawił się od ostatniego razu (łatka, launcher): zostanie zachowany, potem zastąpiony',
  'is not there': '– nie ma go',
  'Its own files are kept and can be put back at any time, byte for byte.':
    'Własne pliki gry są zachowane i można je w każdej chwili przywrócić co do bajta.',
  'The game gets, of the rows with something to translate:': 'Z wierszy, w których jest co tłumaczyć, gra dostanie:',
  "Translated files are in <code>{0}</code>. The game's own ones are kept.":
    'Przetłumaczone pliki są w <code>{0}</code>. Własne pliki gry są zachowane.',

  'Download the translated files': 'Pobierz przetłumaczone pliki',
  'Made from the files of the latest import, with every text in its place. Copy them to where your game looks for this language.':
    'Powstają z plików ostatniego importu, a każdy tekst jest na swoim miejscu. Skopiuj je tam, gdzie gra szuka tego języka.',
  'My game is another one': 'Moja gra jest inna',
  'windrow is for this game from then on: its first import decides.':
    'Od tej chwili windrow służy tej grze: decyduje pierwszy import.',
  "The game's texts": 'Teksty gry',
  'What a patch or mod lays over them': 'Co nakłada na nie łatka lub mod',
  'Translated texts: become machine text': 'Teksty przetłumaczone: będą tekstem maszynowym',
  'JSON, CSV, TSV, PO or XLIFF with a key for each text, or a folder of them; up to 1 GiB together. What you choose replaces what was there: give the same folder each time.':
    'JSON, CSV, TSV, PO lub XLIFF z kluczem dla każdego tekstu albo folder takich plików; razem do 1 GiB. Wybrane zastępuje to, co było: dawaj za każdym razem ten sam folder.',
  'One file': 'Jeden plik',
  'Or a folder': 'Albo folder',
  "Made from the untouched files of the latest import, with their names. Keep the game's own files before you copy these over them.":
    'Zrobione z niezmienionych plików ostatniego importu, pod tymi samymi nazwami. Zanim skopiujesz je na miejsce plików gry, zachowaj tamte.',
  'Make the translated files': 'Zrób przetłumaczone pliki',
  'Translated files': 'Przetłumaczone pliki',
  'It is being made': 'Właśnie powstaje',
  'Made {0}:': 'Zrobiono {0}:',
  'Download {0}': 'Pobierz {0}',
  'Download all in one ZIP': 'Pobierz wszystko w jednym ZIP-ie',
  "Extract it in the game's folder: the files find their places.":
    'Rozpakuj go w folderze gry: pliki trafią na swoje miejsca.',
  '{0} MB': '{0} MB',

  'Back up': 'Kopia zapasowa',
  'Back up now': 'Zrób kopię teraz',
  Backup: 'Kopia zapasowa',
  'A backup has everything: texts, history, people and the digests of their passwords. Keep a copy on another machine, where only you can read it.':
    'Kopia zawiera wszystko: teksty, historię, ludzi i skróty ich haseł. Trzymaj ją też na innej maszynie, gdzie nikt poza tobą jej nie przeczyta.',
  'The latest backup is of {0}. <a>Backups</a>': 'Ostatnia kopia zapasowa: {0}. <a>Kopie zapasowe</a>',
  'A backup was restored for a trial, {0}, and did not come back whole: <code>{1}</code>, <code2>{2}</code2>. <a>Make a new one</a>':
    'Kopię przywrócono na próbę {0} i nie wróciła cała: <code>{1}</code>, <code2>{2}</code2>. <a>Zrób nową</a>',
  'There is no backup yet.': 'Nie ma jeszcze kopii zapasowej.',
  'of a damaged store': 'z uszkodzonej bazy',
  'Download the backup': 'Pobierz kopię',
  'The backup is whole and was read back. <a>The backups</a>':
    'Kopia jest cała i została odczytana na próbę. <a>Kopie zapasowe</a>',

  'Give my work to a colleague': 'Przekaż moją pracę współpracownikowi',
  "One file with every text, by whom and over what. Your colleague takes it in with <a>Merge a teammate's store</a>, and so do you with theirs: no work of either is lost.":
    'Jeden plik ze wszystkimi tekstami: kto je napisał i co było przedtem. Współpracownik przyjmie go przez <a>scalenie z bazą współpracownika</a>, a ty tak samo jego plik: niczyja praca nie ginie.',
  'Make the file': 'Zrób plik',
  'Work for a colleague': 'Praca dla współpracownika',

  '<code>{0}</code> is translated now': '<code>{0}</code> jest teraz przetłumaczony',
  'When the launcher repairs or updates the game, its own files are back. Put the texts into the game again; after an update, import its new files first.':
    'Gdy launcher naprawi lub zaktualizuje grę, wrócą jej własne pliki. Przenieś wtedy teksty do gry jeszcze raz; po aktualizacji najpierw zaimportuj nowe pliki.',
  'Go on translating': 'Tłumacz dalej',
  "is the game's own file again": '– znowu własny plik gry',
  "was the game's own file already": '– i tak był własnym plikiem gry',
  'came since (a patch, the launcher) and is left as it is':
    '– pojawił się później (łatka, launcher) i zostaje bez zmian',
  'is not there, and is left so': '– nie ma go i tak zostaje',
  'is left as it is': '– zostaje bez zmian',
  'What the game gets': 'Co dostanie gra',
  'Original: {0}': 'Oryginał: {0}',
  'no translation': 'bez tłumaczenia',
  'its source has changed since': 'źródło zmieniło się od tego czasu',
  'rejected by a reviewer': 'odrzucone przez recenzenta',
  'breaks the markup of the source': 'psuje znaczniki źródła',
  'not approved yet': 'jeszcze niezatwierdzone',
  'too long for the game': 'za długie dla gry',
  'has characters that would break the game': 'ma znaki, które zepsułyby grę',
  'outside of the filter': 'poza filtrem',
  'kept by the edition': 'edycja zostawia bez zmian',
  'the diff file has another text': 'plik diff ma inny tekst',
  'the file has a second source without a translation': 'plik ma drugie źródło bez tłumaczenia',
  'this file has another text than the store': 'ten plik ma inny tekst niż baza',
}

export const SAID_OF_GAME: Readonly<Record<string, string>> = {
  'only an admin at the machine of windrow, while nobody else can reach it, puts files into its game; download the translated files instead':
    'pliki do gry na maszynie windrow wkłada tylko administrator przy tej maszynie, dopóki nikt inny nie ma do niej dostępu; zamiast tego pobierz przetłumaczone pliki',
  'there is no such backup any more': 'nie ma już takiej kopii zapasowej',
  'this file is not here any more; make it again': 'tego pliku już tu nie ma; zrób go jeszcze raz',
  'there is no such run any more; look at what is there now': 'nie ma już takiego przebiegu; zobacz, co jest teraz',
  translating: 'tłumaczę',
  writing: 'zapisuję',
  backup: 'kopia zapasowa',
}
