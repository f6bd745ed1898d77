// Polish: webhooks.

export const WEBHOOKS: Readonly<Record<string, string>> = {
  Webhooks: 'Webhooki',
  'The webhook is on. It goes on where it stopped.': 'Webhook jest włączony. Zacznie tam, gdzie przerwał.',
  'The webhook is off. Nothing is sent to it.': 'Webhook jest wyłączony. Nic nie jest do niego wysyłane.',
  'The webhook is removed.': 'Webhook usunięty.',
  'added a webhook': 'dodano webhook',
  'switched a webhook on': 'włączono webhook',
  'switched a webhook off': 'wyłączono webhook',
  'removed a webhook': 'usunięto webhook',
  'a webhook failed and was switched off': 'webhook zawiódł i został wyłączony',
  'windrow switched off webhooks, because their receivers took nothing for a day or want no more: <code>{0}</code>. <a>Look at the webhooks</a>':
    'windrow wyłączył webhooki, bo ich odbiorcy przez dobę niczego nie przyjęli albo nie chcą więcej: <code>{0}</code>. <a>Zobacz webhooki</a>',
  'switched off by windrow: its receiver wants no more (410)':
    'wyłączony przez windrow: odbiorca nie chce więcej (410)',
  'switched off by windrow: a day of failures': 'wyłączony przez windrow: doba niepowodzeń',
  '{0} since {1}': '{0} od {1}',
  failing: 'niepowodzenia',
  'answered with {0}': 'odpowiedź {0}',
  'none so far': 'jeszcze nie było',
  'Its secret is removed too; a new webhook gets another one.': 'Zniknie też jego sekret; nowy webhook dostanie inny.',
  'Switch off': 'Wyłącz',
  'Switch on': 'Włącz',
  'Send a test': 'Wyślij próbę',
  Remove: 'Usuń',
  'all kinds': 'wszystkie rodzaje',
  'Made by <bdi>{0}</bdi>, {1}. Events: {2}. Last request: {3}. Events behind: {4}.':
    'Autor: <bdi>{0}</bdi>, {1}. Zdarzenia: {2}. Ostatnie żądanie: {3}. Zdarzeń do wysłania: {4}.',
  'New webhook': 'Nowy webhook',
  'The server sends each event from now on to this address, signed with a secret that is shown once. With it, windrow connects to another machine; without webhooks it never does.':
    'Od teraz serwer wysyła na ten adres każde zdarzenie, podpisane sekretem, który pokazuje się raz. W ten sposób windrow łączy się z inną maszyną; bez webhooków nigdy tego nie robi.',
  Address: 'Adres',
  'Chat (Telegram only)': 'Czat (tylko dla Telegrama)',
  'Only some kinds of events': 'Tylko niektóre rodzaje zdarzeń',
  Form: 'Forma',
  'There are none: the server connects to no other machine.':
    'Nie ma żadnego: serwer nie łączy się z innymi maszynami.',
  'The secret of webhook {0} to <code>{1}</code>': 'Sekret webhooka {0} do <code>{1}</code>',
  'Copy it now: it is shown this once. The receiver checks the signature of each request with it.':
    'Skopiuj go teraz: pokazuje się tylko ten raz. Odbiorca sprawdza nim podpis każdego żądania.',
  'The test: {0}.': 'Próba: {0}.',
  'Whole translation': 'Całe tłumaczenie',
  'This team does not show its progress here. Ask the team where to look.':
    'Ten zespół nie pokazuje tu postępu. Zapytaj go, gdzie patrzeć.',
  'there is another one of this kind: choose only one of them':
    'jest jeszcze jeden taki sam: wybierz tylko jeden z nich',
  'For a program (JSON)': 'Dla programu (JSON)',
  'A channel of Discord': 'Kanał na Discordzie',
  'A chat of Telegram': 'Czat w Telegramie',
  'Game files came in': 'Wczytano pliki gry',
  'Texts came in from a file': 'Wczytano teksty z pliku',
  'Another store was merged': 'Scalono inny magazyn',
  'Texts were taken back': 'Cofnięto teksty',
  'Texts were written': 'Zapisano teksty',
  'Texts were confirmed': 'Potwierdzono teksty',
  'Texts were marked': 'Oznaczono teksty',
  'Proposals were made': 'Złożono propozycje',
  'Proposals were approved': 'Zatwierdzono propozycje',
  'Proposals were rejected': 'Odrzucono propozycje',
  'Proposals were opened again': 'Ponownie otwarto propozycje',
  'Comments were written': 'Napisano komentarze',
  'A comment was removed': 'Usunięto komentarz',
  'The glossary changed': 'Zmieniono glosariusz',
  'The brief changed': 'Zmieniono wytyczne',
  'Labels changed': 'Zmieniono etykiety',
  'A release was published': 'Opublikowano wydanie',
  'A release was withdrawn': 'Wycofano wydanie',
  'Settings changed': 'Zmieniono ustawienia',
  'Somebody was added': 'Kogoś dodano',
  'Somebody joined': 'Ktoś dołączył',
}

/** Outcomes of requests (src/domain/webhook.ts). */
export const SAID_OF_REQUESTS: Readonly<Record<string, string>> = {
  delivered: 'dostarczono',
  'not sent: http only leads to hosts that the configuration names in webhook_hosts':
    'nie wysłano: http prowadzi tylko do serwerów, które konfiguracja wymienia w webhook_hosts',
  'not sent: the name leads to an address that is not public':
    'nie wysłano: nazwa prowadzi do adresu, który nie jest publiczny',
  'the name has no address': 'nazwa nie ma adresu',
  'no connection, or no answer in HTTP': 'brak połączenia albo odpowiedzi HTTP',
  'the certificate is not valid for this name': 'certyfikat nie jest ważny dla tej nazwy',
  'no answer within 10 seconds': 'brak odpowiedzi w ciągu 10 sekund',
}
