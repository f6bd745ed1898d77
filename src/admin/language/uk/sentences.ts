// Ukrainian: refusals of pages as whole sentences.
export const SENTENCES: Readonly<Record<string, string>> = {
  'that form was sent from another site, so nothing was done':
    'цю форму надіслано з іншого сайту, тому нічого не зроблено',
  'you asked for more than the site gives one person in a minute':
    'ви попросили більше, ніж сайт дає одній людині за хвилину',
  'your role does not allow this': 'ваша роль цього не дозволяє',
  'your role does not allow this page; an admin can give you another role':
    'ваша роль не дозволяє цієї сторінки; адміністратор може дати вам іншу роль',
  'uploads that wait for their import take all the space they may; try again when one is done':
    'завантаження, що чекають на імпорт, зайняли все дозволене місце; спробуйте, коли якийсь імпорт завершиться',
  'the checks find something in this text that its bot had waived; look at it and tick that you accept it':
    'перевірки, які зняв бот, знаходять щось у цьому тексті; перегляньте це й позначте, що згодні',
  'there is no such row in the game now': 'такого рядка зараз немає у грі',
  'the glossary has no such term': 'у словнику немає такого терміна',
  'a form holds no | and is not longer than a term may be':
    'у формі не може бути знака |, і вона не довша, ніж може бути термін',
  'there is no such import': 'такого імпорту немає',
  'there is no such picture': 'такого зображення немає',
  'there is no such comparison': 'такого порівняння немає',
  'choose whether it is a term': 'оберіть, чи це термін',
  'choose the first, the second or neither': 'оберіть перший, другий або жоден',
  'a folder has at most 10,000 files here; use windrow import for more':
    'у теці тут щонайбільше 10 000 файлів; більше бере windrow import',
  'an upload has at most 1 GiB; use windrow import for more':
    'завантажити можна щонайбільше 1 ГіБ; для більшого є команда windrow import',
  'as many imports wait already as may; start yours when some of them are done':
    'у черзі вже стільки імпортів, скільки дозволено; почніть свій, коли якісь із них завершаться',
  'choose the files and send the form again': 'виберіть файли й надішліть форму ще раз',
  'choose at least one file': 'виберіть хоча б один файл',
  'a history is merged by itself; import game files with a form of their own':
    'історію зливають окремо; файли гри імпортуйте їхньою власною формою',
  'the upload broke off; send it again': 'завантаження обірвалося; надішліть ще раз',
  'the form has too many fields; send the one of this page': 'у формі забагато полів; надішліть форму цієї сторінки',
  'this form is too old (you signed in or out since); open the page again and repeat it':
    'ця форма застаріла (ви відтоді входили або виходили); відкрийте сторінку знову й повторіть',
  'a field of the form is too long': 'одне з полів форми задовге',
  'the two passwords differ; type the new one twice': 'паролі різняться; введіть новий двічі',
  'the current password is another one': 'нинішній пароль інший',
  'there is no such role': 'такої ролі немає',
  'there is no such table; there are progress, days, people, models and readers':
    'такої таблиці немає; є progress, days, people, models і readers',
  'there is no such person': 'такої людини немає',
  'choose a role or state of the list, or a whole number of rows':
    'виберіть роль чи стан зі списку або вкажіть ціле число рядків',
  'this person has no such key': 'ця людина не має такого ключа',
  'you have no such key': 'у вас немає такого ключа',
  'the game is no longer there; drop its files instead': 'гри там більше немає; натомість перетягніть її файли',
  'too many imports wait already; try again later': 'у черзі вже забагато імпортів; спробуйте пізніше',
  'this set-up link is used up, too old, or not the last one printed':
    'це посилання для налаштування вже використано, воно застаріло або не останнє з надрукованих',
  'that code is wrong or was used already; wait for the next one of the app':
    'код неправильний або вже використаний; зачекайте на наступний у застосунку',
  'the sign-in took too long or the account has changed; begin again':
    'вхід тривав надто довго, або обліковий запис змінився; почніть спочатку',
  'this site wants a second factor of you first; set it up in your profile, and repeat this':
    'цей сайт спершу вимагає від вас другого фактора; налаштуйте його у профілі й повторіть',
  'name or password is wrong, or the account is not active': 'хибне ім’я чи пароль, або обліковий запис неактивний',
  'another process writes to the store just now (an import?); try again in a few seconds':
    'зараз у сховище пише інший процес (імпорт?); спробуйте ще раз через кілька секунд',
  'the session could not be saved; look at free disk space and try again':
    'сеанс не вдалося зберегти; перевірте вільне місце на диску й спробуйте ще раз',
  'you are signed out, so nothing was done; sign in and repeat it':
    'ви вийшли, тому нічого не зроблено; увійдіть і повторіть',
  'there is no such proposal, or its row is not in the game now':
    'такої пропозиції немає, або її рядка зараз немає у грі',
  'nothing was ticked, so nothing was approved': 'нічого не позначено, тому нічого не схвалено',
  'the source was changed meanwhile; look at the new one below, and save again if your text fits it':
    'оригінал тим часом змінився; погляньте нижче на новий і збережіть ще раз, якщо ваш текст йому відповідає',
  'there is no such revision': 'такої редакції немає',
  'there is no such mark': 'такої позначки немає',
  'as many people are searching as one server carries': 'зараз шукає стільки людей, скільки витримує один сервер',
  'as many imports and reverts wait already as may; start yours when some of them are done':
    'у черзі вже стільки імпортів і відкликань, скільки дозволено; почніть своє, коли якісь із них завершаться',
  'say what to take back: fill in at least one field beside the layer':
    'скажіть, що відкликати: заповніть хоча б одне поле, крім шару',
  'since and until are times such as 2026-11-21T14:30': '«відколи» і «до» — час на зразок 2026-11-21T14:30',
  'an import, a run of memory or a revert is named by its number':
    'імпорт, заповнення з пам’яті чи відкликання називають за номером',
  'there is no such row; its name is 16 characters from 0 to 9 and a to f':
    'такого рядка немає; його назва — 16 знаків від 0 до 9 і від a до f',
  'there is no such revert; the audit says what was taken back':
    'такого відкликання немає; що було відкликано, видно в журналі дій',
  'there is no such count; begin again under Take back':
    'такого підрахунку немає; почніть знову на сторінці «Відкликання»',
  'you began another search, so the rule was not tried to its end; try it again':
    'ви почали інший пошук, тож правило не спробувано до кінця; спробуйте ще раз',
  'this was not counted to its end; count again': 'це не пораховано до кінця; порахуйте ще раз',
  'a reason has at most 4000 characters': 'причина має щонайбільше 4000 символів',
  'the source was changed meanwhile; look at the new one and decide again':
    'оригінал тим часом змінився; погляньте на новий і вирішіть знову',
  'this form was sent already, and the secret it made was shown once; where that is lost, revoke the key and make another':
    'цю форму вже надіслано, а створений нею секрет показано один раз; якщо його втрачено, відкличте ключ і створіть інший',
  'this can no longer be undone here; look under Take back':
    'тут цього вже не скасувати; погляньте на сторінці «Відкликання»',
  'you signed in or out since it was opened, so nothing was done; look at it again and send it once more':
    'відколи її відкрито, ви входили або виходили, тому нічого не зроблено; перегляньте її й надішліть ще раз',
  'there is no such page': 'такої сторінки немає',
  'windrow has a fault that is not yours; try again later. The log says more':
    'у windrow сталася помилка, не ваша; спробуйте пізніше. Подробиці — в журналі сервера',
  'the form was too large or too slow, broke off, or was sent in another way than this site sends it':
    'форма завелика, надходила надто повільно, обірвалася або надіслана не так, як це робить цей сайт',
  'windrow has more to do than it can do in time': 'у windrow більше роботи, ніж він встигає',
  'windrow holds as many forms as it may just now, so nothing was done; go back and try again in a few seconds':
    'зараз windrow тримає стільки форм, скільки може, тому нічого не зроблено; поверніться й спробуйте ще раз через кілька секунд',
  // Allowed values of filters in an address.
  'words of the source': 'слова оригіналу',
  'words that the text has': 'слова, які є в тексті',
  'words that it lacks': 'слова, яких у тексті немає',
  'the case or number of the old translation is not clear there':
    'неясно, у якому відмінку чи числі там старий переклад',
  'the source has changed; the text is to be translated anew': 'оригінал змінився; текст треба перекласти наново',
  'an exact name, or - for none': 'точну назву або -, якщо її немає',
  'a day, 2026-11-20, or a time, 2026-11-20T08:30:00Z':
    'день на зразок 2026-11-20 або час на зразок 2026-11-20T08:30:00Z',
  "a person's number": 'номер людини',
  'a place in the game, from 1': 'місце в порядку гри, від 1',
  'an import, 7, or a part of it: 7.added, 7.changed, 7.confirmed, 7.rewritten':
    'номер імпорту, наприклад 7, або його частину: 7.added, 7.changed, 7.confirmed, 7.rewritten',
  'say what to find': 'напишіть, що знайти',
  'the checks find an error in the text': 'перевірки знаходять у тексті помилку',
  'somebody else approved the text': 'текст схвалив хтось інший',
  'the text was changed since it was counted': 'текст змінили після підрахунку',
}
