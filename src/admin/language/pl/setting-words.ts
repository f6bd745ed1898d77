// Polish: meanings and allowed values of settings, and abilities of keys (src/domain/settings.ts, src/domain/access.ts).
export const SETTING_WORDS: Readonly<Record<string, string>> = {
  'API v1 answers; when off, every v1 request with a good key gets 403 api_disabled':
    'API v1 odpowiada; gdy wyłączone, każde żądanie v1 z dobrym kluczem dostaje 403 api_disabled',
  'rows a user, translator or moderator may write through API v1 in a UTC day':
    'ile wierszy na dobę (UTC) użytkownik, tłumacz lub moderator może zapisać przez API v1',
  'rows an admin or super admin may write through API v1 in a UTC day':
    'ile wierszy na dobę (UTC) administrator lub superadministrator może zapisać przez API v1',
  'bytes of answers to batches (kept a day for replays) that a person may cause in a UTC day; beyond it, batches that change nothing are refused':
    'ile bajtów odpowiedzi na pakiety (trzymanych przez dobę na wypadek powtórek) może zająć jedna osoba na dobę (UTC); ponad to odrzucane są pakiety, które niczego nie zmieniają',
  'legacy requests of type user_translate_text a bot key may make in a UTC day':
    'ile żądań user_translate_text do starego API klucz bota może wysłać na dobę (UTC)',
  'legacy requests of type ai_translated_text a bot key may make in a UTC day':
    'ile żądań ai_translated_text do starego API klucz bota może wysłać na dobę (UTC)',
  'legacy requests of type show_info a bot key may make in a UTC day':
    'ile żądań show_info do starego API klucz bota może wysłać na dobę (UTC)',
  'pages of the site, live checks of a text and single decisions on the workbench that one person may request in a minute':
    'ile stron witryny, kontroli tekstu podczas pisania i pojedynczych decyzji w warsztacie przypada na osobę w minucie',
  'other forms of the site that one person may send in a minute':
    'ile innych formularzy witryny jedna osoba może wysłać w minucie',
  'MiB of disk that uploads of the site may take until they are imported':
    'ile MiB na dysku mogą zająć pliki przesłane na witrynę, zanim zostaną zaimportowane',
  'the game of this store: Where Winds Meet, or any game whose files are tables, JSON, PO or XLIFF (generic); fixed once there are rows':
    'gra tego magazynu: Where Winds Meet albo dowolna gra, której pliki to tabele, JSON, PO lub XLIFF (generic); nie zmienia się, gdy są już wiersze',
  'what in the texts of a generic store is read by the game and must stay in a translation':
    'co w tekstach magazynu generic czyta sama gra, więc musi zostać w tłumaczeniu',
  'where-winds-meet or generic': 'where-winds-meet albo generic',
  'none, or some of printf, icu, braces, tags, bbcode, rpgmaker, renpy, escapes, separated by commas':
    'none albo coś z printf, icu, braces, tags, bbcode, rpgmaker, renpy, escapes, po przecinkach',
  'captions of game tags in angle brackets: keep them as in the source, or translate them freely':
    'podpisy tagów gry w nawiasach kątowych: zostawiać jak w źródle (keep) czy tłumaczyć dowolnie (free)',
  'a text without an accepted form of a glossary term is refused; when off, it gets a warning':
    'tekst bez przyjętej formy terminu ze słownika jest odrzucany; gdy wyłączone, dostaje ostrzeżenie',
  'machine texts with remains of models and programs (CHAT, FORM and LANG rules) are refused; when off, they get a warning as in the manual layer':
    'teksty maszynowe z resztkami po modelach i programach (reguły CHAT, FORM i LANG) są odrzucane; gdy wyłączone, dostają ostrzeżenie jak w warstwie ręcznej',
  'language of the translations, as a BCP 47 tag such as uk or pt-BR; while it is none, the LANG rules are off':
    'język tłumaczeń jako tag BCP 47, na przykład uk albo pt-BR; dopóki go nie ma (none), reguły LANG są wyłączone',
  'counts of rows by state are shown without a sign-in, as the page /progress and the badge /progress.svg; when off, neither exists':
    'liczby wierszy według stanu widać bez logowania, na stronie /progress i plakietce /progress.svg; gdy wyłączone, żadnej z nich nie ma',
  'admins and super admins without a second factor, if other machines can reach the site: each page asks them to set one up, or they get no further until they have one':
    'administratorzy i superadministratorzy bez drugiego składnika, gdy witryna jest dostępna z innych maszyn: każda strona prosi, by go ustawili, albo bez niego nie idą dalej',
  'a machine text that seems to belong to the next or previous row of its batch (ALIGN_01) is refused; when off, it gets a warning':
    'tekst maszynowy, który wygląda na należący do sąsiedniego wiersza pakietu (ALIGN_01), jest odrzucany; gdy wyłączone, dostaje ostrzeżenie',
  'rows without a text whose source has a translation elsewhere in the game: leave them (off), fill them before windrow translate asks a model (suggest), or also after an import and before programs get them by claims (fill)':
    'wiersze bez tekstu, których źródło jest przetłumaczone gdzie indziej w grze: zostawiać (off), wypełniać, zanim windrow translate spyta model (suggest), czy także po imporcie i zanim dostaną je programy (fill)',
  'off or suggest or fill': 'off, suggest albo fill',
  'visible source length from which a text can be refused as too short':
    'widoczna długość źródła, od której tekst może zostać odrzucony jako za krótki',
  'a text below this share of the visible source length is refused as too short':
    'tekst krótszy niż ta część widocznej długości źródła jest odrzucany jako za krótki',
  'visible source length from which a text can get a warning as too short':
    'widoczna długość źródła, od której tekst może dostać ostrzeżenie, że jest za krótki',
  'a text below this share of the visible source length gets a warning':
    'tekst krótszy niż ta część widocznej długości źródła dostaje ostrzeżenie',
  'a text above this many times the visible source length, plus the offset, is refused as too long':
    'tekst dłuższy niż tyle widocznych długości źródła plus dodatek jest odrzucany jako za długi',
  'added to the longest allowed visible length, so that translations of short sources fit':
    'dodatek do największej dozwolonej widocznej długości, żeby zmieściły się tłumaczenia krótkich źródeł',
  'hours between automatic backups while a server runs, from the first translation or term on; 0 makes none':
    'ile godzin między automatycznymi kopiami zapasowymi, gdy serwer działa, od pierwszego tłumaczenia lub terminu; 0 – bez kopii',
  'latest automatic backups that are kept': 'ile ostatnich automatycznych kopii zachować',
  'latest weeks of which one automatic backup each is kept besides':
    'z ilu ostatnich tygodni zachować dodatkowo po jednej automatycznej kopii',
  'true or false': 'true albo false',
  'keep or free': 'keep albo free',
  'ask or require': 'ask albo require',
  'a language tag such as uk, or none': 'tag języka, na przykład uk, albo none',
  'Read rows': 'Czytać wiersze',
  'Check translations without saving': 'Sprawdzać tłumaczenia bez zapisywania',
  'Propose translations': 'Proponować tłumaczenia',
  'Write the machine layer': 'Pisać w warstwie maszynowej',
  'Write the manual layer directly': 'Pisać prosto w warstwie ręcznej',
}
