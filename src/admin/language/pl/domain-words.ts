// Polish: words of the domain, notes after a change, times (src/admin/words.ts, notes.ts, news.ts).
//
// Terms to keep to on every page:
//   row wiersz (a line of a file: linia) · source źródło (what stands in the game untouched: oryginał) ·
//   translation tłumaczenie · proposal propozycja · suggestion sugestia · reviewer recenzent · review recenzja ·
//   checks kontrole · waived uchylone · draft szkic · reviewed przejrzane · approved zatwierdzone · rejected odrzucone ·
//   stale nieaktualne · fresh aktualne · manual text tłumaczenie ręczne · machine text tłumaczenie maszynowe ·
//   layer warstwa · revision rewizja · glossary słownik · term termin · brief wytyczne · workbench warsztat ·
//   undo cofnąć · take back, withdraw wycofać · revoke unieważnić · memory pamięć · label etykieta · rule reguła ·
//   pattern wzorzec · release wydanie · edition edycja · package of a release paczka · batch pakiet · patch łatka ·
//   store baza · merge scalić · backup kopia zapasowa · key klucz · ability uprawnienie · agent agent, agenty ·
//   audit dziennik · service row wiersz techniczny · inconsistency rozbieżność · run przebieg · dry run próba ·
//   second factor drugi składnik · markup znaczniki · token {0}, <b>: quoted, without a word for it
// People are addressed as «ty», in lower case, and never by a verb that has a gender: «zapisano», not «zapisałeś».
// Quotation marks are „”, a dash is –.
export const WORDS: Readonly<Record<string, string>> = {
  User: 'Użytkownik',
  Translator: 'Tłumacz',
  Moderator: 'Moderator',
  Admin: 'Administrator',
  'Super admin': 'Superadministrator',
  active: 'aktywny',
  blocked: 'zablokowany',
  deactivated: 'wyłączony',
  deleted: 'usunięty',
  'Manual text': 'Tłumaczenie ręczne',
  'Machine text': 'Tłumaczenie maszynowe',
  draft: 'szkic',
  reviewed: 'przejrzane',
  approved: 'zatwierdzone',
  rejected: 'odrzucone',
  invalid: 'niepoprawne',
  pending: 'czeka',
  'nobody has looked at it yet': 'nikt go jeszcze nie przejrzał',
  'a reviewer looked at it': 'recenzent je przejrzał',
  'a reviewer stands by it': 'recenzent za nie ręczy',
  'a reviewer turned it down; it stays out of the game': 'recenzent je odrzucił; do gry nie trafi',
  'it breaks the markup of the source; it stays out of the game': 'psuje znaczniki źródła; do gry nie trafi',
  'it waits for a reviewer': 'czeka na recenzenta',
  fresh: 'aktualne',
  stale: 'nieaktualne',
  unverified: 'niesprawdzone',
  'made for the source as it is now': 'zrobione dla obecnego źródła',
  'the source has changed since; it stays out of the game until somebody confirms it':
    'źródło zmieniło się od tego czasu; nie trafi do gry, dopóki ktoś go nie potwierdzi',
  'made for this source, but nobody checked that': 'zrobione dla tego źródła, ale nikt tego nie sprawdził',
  'a person': 'człowiek',
  'a machine, over the API': 'maszyna, przez API',
  'a localized game file': 'przetłumaczony plik gry',
  'the legacy API, source unknown': 'stare API, źródło nieznane',
  Manual: 'Ręczne',
  'Manual, stale': 'Ręczne, nieaktualne',
  Machine: 'Maszynowe',
  'Machine, stale': 'Maszynowe, nieaktualne',
  Untranslated: 'Bez tłumaczenia',
  'No text': 'Bez tekstu',
  '{0}-{1}-{2} {3}:{4}': '{2}.{1}.{0} {3}:{4}',
  '{0}-{1}-{2}': '{2}.{1}.{0}',
  'just now': 'przed chwilą',
  '{0} min': '{0} min',
  '{0} h': '{0} godz.',
  '{0} days': '{0} {0|dzień|dni|dni}',

  'You are signed out.': 'Wylogowano.',
  'You are signed out here and everywhere else.': 'Wylogowano tutaj i wszędzie indziej.',
  'The password is changed. Sessions in other browsers have ended.':
    'Hasło zmienione. Sesje w innych przeglądarkach zakończono.',
  'The password is set. Pass it on in a safe way; all sessions of that person have ended.':
    'Hasło ustawione. Przekaż je bezpieczną drogą; wszystkie sesje tej osoby zakończono.',
  'The key is deleted. Whoever still sends it gets 401 from now on.':
    'Klucz usunięty. Kto nadal go wysyła, od teraz dostaje 401.',
  'The key is revoked. Whoever still sends it gets 401 from now on.':
    'Klucz unieważniony. Kto nadal go wysyła, od teraz dostaje 401.',
  'The key is deactivated. Its requests are refused until it is activated again.':
    'Klucz wyłączony. Jego żądania będą odrzucane, dopóki ktoś go znowu nie włączy.',
  'The key is active again.': 'Klucz jest znowu aktywny.',
  'The key is changed. It takes effect at its next request.': 'Klucz zmieniony. Zmiana zadziała od następnego żądania.',
  'Saved. It takes effect at the next request.': 'Zapisano. Zadziała od następnego żądania.',
  'Nothing was changed.': 'Nic nie zmieniono.',
  'Saved as the manual translation.': 'Zapisano jako tłumaczenie ręczne.',
  'The current translation was approved by somebody else, so your text became a proposal; a reviewer will look at it.':
    'Obecne tłumaczenie zatwierdził ktoś inny, więc twój tekst stał się propozycją; przejrzy ją recenzent.',
  'Nothing was changed: that text is there already.': 'Nic nie zmieniono: ten tekst już tam jest.',
  'The filter is saved. You find it above the list.': 'Filtr zapisany. Znajdziesz go nad listą.',
  'The filter has its new name.': 'Filtr ma nową nazwę.',
  'The filter is deleted.': 'Filtr usunięty.',
  'The person is added.': 'Osoba dodana.',
  'Saved.': 'Zapisano.',
  'The term is saved.': 'Termin zapisany.',
  'The term is deleted.': 'Termin usunięty.',
  'What it changed, and the work it made': 'Co zmienił i ile dodał pracy',
  'The brief is saved.': 'Wytyczne zapisane.',
  'The glossary is imported.': 'Słownik zaimportowany.',

  '{0} approved': '{0} – zatwierdzono',
  '{0} rejected': '{0} – odrzucono',
  // After a verb: „zatwierdzono 1 propozycję”.
  'proposal|proposals': 'propozycję|propozycje|propozycji',
  '{0} of yours decided since you looked: {1}': 'Od ostatniej wizyty rozpatrzono {0} twojego autorstwa: {1}',
  'Show all, and take this away': 'Pokaż wszystkie i schowaj to',
  'Seen: take this away': 'Widzę, schowaj to',
  '<span>{0}</span> <a>Proposal {1}</a> by {2}, {3} {4}': '<span>{0}</span> <a>Propozycja {1}</a>: {2}, {3} {4}',
  somebody: 'ktoś',
  'Write it anew': 'Napisz od nowa',
  'comment names you|comments name you':
    'komentarz wspomina o tobie|komentarze wspominają o tobie|komentarzy wspomina o tobie',
  Comment: 'Komentarz',
  'Welcome. You are one of the team now.': 'Witaj w zespole.',
  'The invite is taken back. Its link opens nothing any more.':
    'Zaproszenie unieważnione. Jego link niczego już nie otwiera.',
  'Your comment is there.': 'Komentarz dodany.',
  'The comment is deleted.': 'Komentarz usunięty.',
}
