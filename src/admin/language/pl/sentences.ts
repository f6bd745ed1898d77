// Polish: refusals of pages as whole sentences.
export const SENTENCES: Readonly<Record<string, string>> = {
  'that form was sent from another site, so nothing was done':
    'ten formularz wysłano z innej witryny, więc nic nie zrobiono',
  'you asked for more than the site gives one person in a minute':
    'to więcej żądań, niż witryna daje jednej osobie na minutę',
  'your role does not allow this': 'twoja rola na to nie pozwala',
  'your role does not allow this page; an admin can give you another role':
    'twoja rola nie pozwala na tę stronę; administrator może dać ci inną rolę',
  'uploads that wait for their import take all the space they may; try again when one is done':
    'przesłane pliki, które czekają na import, zajmują całe dozwolone miejsce; spróbuj, gdy któryś się skończy',
  'the checks find something in this text that its bot had waived; look at it and tick that you accept it':
    'kontrole, które uchylił bot, znajdują coś w tym tekście; przejrzyj to i zaznacz, że się zgadzasz',
  'there is no such row in the game now': 'takiego wiersza nie ma teraz w grze',
  'the glossary has no such term': 'w słowniku nie ma takiego terminu',
  'a form holds no | and is not longer than a term may be':
    'forma nie zawiera | i nie jest dłuższa, niż może być termin',
  'there is no such import': 'nie ma takiego importu',
  'there is no such picture': 'nie ma takiego obrazu',
  'there is no such comparison': 'nie ma takiego porównania',
  'choose whether it is a term': 'wybierz, czy to termin',
  'choose the first, the second or neither': 'wybierz pierwszy, drugi albo żaden',
  'a folder has at most 10,000 files here; use windrow import for more':
    'w folderze może tu być najwyżej 10 000 plików; do większych służy windrow import',
  'an upload has at most 1 GiB; use windrow import for more':
    'przesłać można najwyżej 1 GiB; do większych służy windrow import',
  'as many imports wait already as may; start yours when some of them are done':
    'czeka już tyle importów, ile wolno; zacznij swój, gdy któreś się skończą',
  'choose the files and send the form again': 'wybierz pliki i wyślij formularz jeszcze raz',
  'choose at least one file': 'wybierz co najmniej jeden plik',
  'a history is merged by itself; import game files with a form of their own':
    'historię scala się osobno; pliki gry importuj ich własnym formularzem',
  'the upload broke off; send it again': 'przesyłanie się urwało; wyślij jeszcze raz',
  'the form has too many fields; send the one of this page': 'formularz ma za dużo pól; wyślij ten z tej strony',
  'this form is too old (you signed in or out since); open the page again and repeat it':
    'ten formularz jest za stary (od tego czasu było logowanie lub wylogowanie); otwórz stronę jeszcze raz i powtórz',
  'a field of the form is too long': 'jedno z pól formularza jest za długie',
  'the two passwords differ; type the new one twice': 'hasła się różnią; wpisz nowe dwa razy',
  'the current password is another one': 'obecne hasło jest inne',
  'there is no such role': 'nie ma takiej roli',
  'there is no such table; there are progress, days, people, models and readers':
    'nie ma takiej tabeli; są progress, days, people, models i readers',
  'there is no such person': 'nie ma takiej osoby',
  'choose a role or state of the list, or a whole number of rows':
    'wybierz rolę lub stan z listy albo podaj całkowitą liczbę wierszy',
  'this person has no such key': 'ta osoba nie ma takiego klucza',
  'you have no such key': 'nie masz takiego klucza',
  'the game is no longer there; drop its files instead': 'gry już tam nie ma; upuść zamiast tego jej pliki',
  'too many imports wait already; try again later': 'czeka już za dużo importów; spróbuj później',
  'this set-up link is used up, too old, or not the last one printed':
    'ten link do konfiguracji został użyty, jest za stary albo nie jest ostatnim wypisanym',
  'that code is wrong or was used already; wait for the next one of the app':
    'kod jest błędny albo już użyty; poczekaj w aplikacji na następny',
  'the sign-in took too long or the account has changed; begin again':
    'logowanie trwało za długo albo konto się zmieniło; zacznij od nowa',
  'this site wants a second factor of you first; set it up in your profile, and repeat this':
    'ta witryna najpierw wymaga od ciebie drugiego składnika; ustaw go w profilu i powtórz',
  'name or password is wrong, or the account is not active': 'nazwa lub hasło są błędne albo konto nie jest aktywne',
  'another process writes to the store just now (an import?); try again in a few seconds':
    'do bazy pisze teraz inny proces (import?); spróbuj ponownie za kilka sekund',
  'the session could not be saved; look at free disk space and try again':
    'sesji nie udało się zapisać; sprawdź wolne miejsce na dysku i spróbuj ponownie',
  'you are signed out, so nothing was done; sign in and repeat it':
    'twoja sesja się skończyła, więc nic nie zrobiono; zaloguj się i powtórz',
  'there is no such proposal, or its row is not in the game now':
    'nie ma takiej propozycji albo jej wiersza nie ma teraz w grze',
  'nothing was ticked, so nothing was approved': 'niczego nie zaznaczono, więc niczego nie zatwierdzono',
  'the source was changed meanwhile; look at the new one below, and save again if your text fits it':
    'źródło w międzyczasie się zmieniło; zobacz niżej nowe i zapisz jeszcze raz, jeśli twój tekst do niego pasuje',
  'there is no such revision': 'nie ma takiej rewizji',
  'there is no such mark': 'nie ma takiego oznaczenia',
  'as many people are searching as one server carries': 'szuka teraz tyle osób, ile udźwignie jeden serwer',
  'as many imports and reverts wait already as may; start yours when some of them are done':
    'czeka już tyle importów i wycofań, ile wolno; zacznij swoje, gdy któreś się skończą',
  'say what to take back: fill in at least one field beside the layer':
    'powiedz, co wycofać: wypełnij co najmniej jedno pole poza warstwą',
  'since and until are times such as 2026-11-21T14:30': '„od” i „do” to czas w postaci 2026-11-21T14:30',
  'an import, a run of memory or a revert is named by its number':
    'import, wypełnienie z pamięci i wycofanie podaje się numerem',
  'there is no such row; its name is 16 characters from 0 to 9 and a to f':
    'nie ma takiego wiersza; jego nazwa to 16 znaków od 0 do 9 i od a do f',
  'there is no such revert; the audit says what was taken back': 'nie ma takiego wycofania; dziennik mówi, co wycofano',
  'there is no such count; begin again under Take back':
    'nie ma takiego liczenia; zacznij od nowa na stronie „Wycofywanie”',
  'you began another search, so the rule was not tried to its end; try it again':
    'zaczęło się twoje inne wyszukiwanie, więc reguły nie wypróbowano do końca; spróbuj jeszcze raz',
  'this was not counted to its end; count again': 'nie policzono tego do końca; policz jeszcze raz',
  'a reason has at most 4000 characters': 'powód ma najwyżej 4000 znaków',
  'the source was changed meanwhile; look at the new one and decide again':
    'źródło w międzyczasie się zmieniło; zobacz nowe i zdecyduj jeszcze raz',
  'this form was sent already, and the secret it made was shown once; where that is lost, revoke the key and make another':
    'ten formularz już wysłano, a utworzony nim sekret pokazano raz; jeśli przepadł, unieważnij klucz i utwórz inny',
  'this can no longer be undone here; look under Take back':
    'tutaj nie da się już tego cofnąć; zajrzyj na stronę „Wycofywanie”',
  'you signed in or out since it was opened, so nothing was done; look at it again and send it once more':
    'od otwarcia formularza było logowanie lub wylogowanie, więc nic nie zrobiono; obejrzyj go i wyślij jeszcze raz',
  'there is no such page': 'nie ma takiej strony',
  'windrow has a fault that is not yours; try again later. The log says more':
    'błąd jest w windrow, nie u ciebie; spróbuj później. Więcej mówi dziennik serwera',
  'the form was too large or too slow, broke off, or was sent in another way than this site sends it':
    'formularz był za duży lub za wolny, urwał się albo wysłano go inaczej, niż robi to ta witryna',
  'windrow has more to do than it can do in time': 'windrow ma więcej do zrobienia, niż zdąży na czas',
  'windrow holds as many forms as it may just now, so nothing was done; go back and try again in a few seconds':
    'windrow trzyma teraz tyle formularzy, ile może, więc nic nie zrobiono; wróć i spróbuj ponownie za kilka sekund',
  // Allowed values of filters in an address.
  'words of the source': 'słowa źródła',
  'words that the text has': 'słowa, które tekst zawiera',
  'words that it lacks': 'słowa, których w tekście nie ma',
  'the case or number of the old translation is not clear there':
    'nie wiadomo, w jakim przypadku lub liczbie stoi tam dawne tłumaczenie',
  'the source has changed; the text is to be translated anew':
    'źródło się zmieniło; tekst trzeba przetłumaczyć na nowo',
  'an exact name, or - for none': 'dokładną nazwę albo - dla tekstów bez niej',
  'a day, 2026-11-20, or a time, 2026-11-20T08:30:00Z':
    'dzień w postaci 2026-11-20 albo czas w postaci 2026-11-20T08:30:00Z',
  "a person's number": 'numer osoby',
  'a place in the game, from 1': 'miejsce w kolejności gry, od 1',
  'an import, 7, or a part of it: 7.added, 7.changed, 7.confirmed, 7.rewritten':
    'numer importu, na przykład 7, albo jego część: 7.added, 7.changed, 7.confirmed, 7.rewritten',
  'say what to find': 'napisz, co znaleźć',
  'the checks find an error in the text': 'kontrole znajdują w tekście błąd',
  'somebody else approved the text': 'tekst zatwierdził ktoś inny',
  'the text was changed since it was counted': 'tekst zmieniono, odkąd go policzono',
}
