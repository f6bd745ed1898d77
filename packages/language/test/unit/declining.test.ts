// The inflected forms of names, against grammars: all cases of a paradigm are made, and a word of the same stem is not.
import { describe, expect, it } from 'vitest'
import { madeForms as madeOf } from '../../src/made-forms.ts'
import type { TermFacts } from '../../../../src/base/term-facts.ts'

const madeForms = (forms: readonly string[], language: string, facts: TermFacts = {}): readonly string[] =>
  madeOf({ forms, facts }, language)

/** Cases after the nominative, without those that are alike. */
const PARADIGMS: readonly (readonly [language: string, name: string, cases: string])[] = [
  ['uk', 'кіт', 'кота коту котові котом коті коте коти котів котам котами котах'],
  ['uk', 'лицар', 'лицаря лицарю лицареві лицарем лицарі лицарів лицарям лицарями лицарях'],
  ['uk', 'боєць', 'бійця бійцю бійцеві бійцем бійці бійців бійцям бійцями бійцях'],
  ['uk', 'палець', 'пальця пальцю пальцем пальці пальців пальцям пальцями пальцях'],
  ['uk', 'вогонь', 'вогню вогнем вогні вогнів вогням вогнями вогнях'],
  ['uk', 'перстень', 'персня персню перснем персні перснів персням перснями перснях'],
  ['uk', 'камінь', 'каменя каменю каменем камені каменів каменям каменями каменях'],
  ['uk', 'меч', 'меча мечу мечеві мечем мечі мечів мечам мечами мечах'],
  ['uk', 'герой', 'героя герою героєві героєм герої героїв героям героями героях'],
  ['uk', 'нога', 'ноги нозі ногу ногою ноги ніг ногам ногами ногах'],
  ['uk', 'рука', 'руки руці руку рукою рук рукам руками руках'],
  ['uk', 'вежа', 'вежі вежу вежею веж вежам вежами вежах'],
  ['uk', 'земля', 'землі землю землею земель землям землями землях'],
  ['uk', 'мрія', 'мрії мрію мрією мрій мріям мріями мріях'],
  ['uk', 'тінь', 'тіні тінню тіней тіням тінями тінях'],
  ['uk', 'ніч', 'ночі ніччю ночей ночам ночами ночах'],
  ['uk', 'кров', "крові кров'ю"],
  ['uk', 'здатність', 'здатності здатністю здатностей здатностям здатностями здатностях'],
  ['uk', 'вікно', 'вікна вікну вікном вікні вікон вікнам вікнами вікнах'],
  ['uk', 'поле', 'поля полю полем полі полів полям полями полях'],
  ['uk', 'зілля', 'зіллю зіллям зіллі зіль зіллями зіллях'],
  ['uk', "полум'я", "полум'ю полум'ям полум'ї"],
  ['uk', 'дитя', 'дитяти дитяті дитям'],
  ['uk', 'чоботи', 'чобіт чоботам чоботами чоботах'],
  ['uk', 'двері', 'дверей дверям дверима дверях'],
  ['uk', 'вартовий', 'вартового вартовому вартовим вартові вартових вартовими'],
  ['uk', 'ЗІЛЛЯ', 'ЗІЛЛЮ ЗІЛЛЯМ'],
  ['ru', 'рыцарь', 'рыцаря рыцарю рыцарем рыцаре рыцари рыцарей рыцарям рыцарями рыцарях'],
  ['ru', 'лёд', 'льда льду льдом льде льды льдов льдам льдами льдах лед'],
  ['ru', 'конец', 'конца концу концом конце концы концов концам концами концах'],
  ['ru', 'боец', 'бойца бойцу бойцом бойце бойцы бойцов бойцам бойцами бойцах'],
  ['ru', 'огонь', 'огня огню огнём огнем огне огни огней огням огнями огнях'],
  ['ru', 'меч', 'меча мечу мечом мече мечи мечей мечам мечами мечах'],
  ['ru', 'котёнок', 'котёнка котёнку котёнком котёнке котята котят котятам котятами котятах'],
  ['ru', 'гений', 'гения гению гением гении гениев гениям гениями гениях'],
  ['ru', 'муравей', 'муравья муравью муравьём муравье муравьи муравьёв муравьям муравьями муравьях'],
  ['ru', 'девушка', 'девушки девушке девушку девушкой девушек девушкам девушками девушках'],
  ['ru', 'копейка', 'копейки копейке копейку копейкой копеек копейкам'],
  ['ru', 'земля', 'земли земле землю землёй земель землям землями землях'],
  ['ru', 'молния', 'молнии молнию молнией молний молниям молниями молниях'],
  ['ru', 'семья', 'семьи семье семью семьёй семей семьям семьями семьях'],
  ['ru', 'ночь', 'ночи ночью ночей ночам ночами ночах'],
  ['ru', 'окно', 'окна окну окном окне окон окнам окнами окнах'],
  ['ru', 'кольцо', 'кольца кольцу кольцом кольце колец кольцам кольцами кольцах'],
  ['ru', 'зелье', 'зелья зелью зельем зелий зельям зельями зельях'],
  ['ru', 'поле', 'поля полю полем полей полям полями полях'],
  ['ru', 'время', 'времени временем времена времён временам временами временах'],
  ['ru', 'свитки', 'свитков свиткам свитками свитках свиток свитка'],
  ['ru', 'страж', 'стража стражу стражем страже стражи стражей стражам стражами стражах'],
  ['pl', 'kot', 'kota kotu kotowi kotem kocie koty kotów kotom kotami kotach'],
  ['pl', 'wróg', 'wroga wrogowi wrogiem wrogu wrogowie wrogów wrogom wrogami wrogach'],
  ['pl', 'wojownik', 'wojownika wojownikowi wojownikiem wojowniku wojownicy wojowników wojownikom wojownikami'],
  ['pl', 'rycerz', 'rycerza rycerzowi rycerzem rycerzu rycerze rycerzy rycerzom rycerzami rycerzach'],
  ['pl', 'chłopiec', 'chłopca chłopcu chłopcem chłopcy chłopców chłopcom chłopcami chłopcach'],
  ['pl', 'ogień', 'ognia ogniowi ogniem ogniu ognie ogni ogniom ogniami ogniach'],
  ['pl', 'koń', 'konia koniowi koniem koniu konie koni koniom końmi koniach'],
  ['pl', 'las', 'lasu lasowi lasem lesie lasy lasów lasom lasami lasach'],
  ['pl', 'łowca', 'łowcy łowcę łowcą łowców łowcom łowcami łowcach'],
  ['pl', 'noga', 'nogi nodze nogę nogą nóg nogom nogami nogach'],
  ['pl', 'różdżka', 'różdżki różdżce różdżkę różdżką różdżek różdżkom różdżkami różdżkach'],
  ['pl', 'gwiazda', 'gwiazdy gwieździe gwiazdę gwiazdą gwiazd gwiazdom gwiazdami gwiazdach'],
  ['pl', 'wieża', 'wieży wieżę wieżą wieże wież wieżom wieżami wieżach'],
  ['pl', 'zbroja', 'zbroi zbroję zbroją zbroje zbrój zbrojom zbrojami zbrojach'],
  ['pl', 'energia', 'energii energię energią energie energiom energiami energiach'],
  ['pl', 'ziemia', 'ziemi ziemię ziemią ziemie ziem ziemiom ziemiami ziemiach'],
  ['pl', 'noc', 'nocy nocą noce nocom nocami nocach'],
  ['pl', 'kość', 'kości kością kościom kośćmi kościach'],
  ['pl', 'okno', 'okna oknu oknem oknie okien oknom oknami oknach'],
  ['pl', 'miasto', 'miasta miastu miastem mieście miast miastom miastami miastach'],
  ['pl', 'morze', 'morza morzu morzem mórz morzom morzami morzach'],
  ['pl', 'zaklęcie', 'zaklęcia zaklęciu zaklęciem zaklęć zaklęciom zaklęciami zaklęciach'],
  ['pl', 'imię', 'imienia imieniu imieniem imiona imion imionom imionami imionach'],
  ['pl', 'zwierzę', 'zwierzęcia zwierzęciu zwierzęciem zwierzęta zwierząt zwierzętom zwierzętami zwierzętach'],
  ['pl', 'zwoje', 'zwojów zwojom zwojami zwojach zwój zwoju zwojem'],
  ['pl', 'sojusznicy', 'sojuszników sojusznikom sojusznikami sojusznikach sojusznika'],
  ['cs', 'hrad', 'hradu hradem hradě hrady hradů hradům hradech'],
  ['cs', 'vlk', 'vlka vlkovi vlku vlkem vlci vlky vlků vlkům vlcích'],
  ['cs', 'meč', 'meče meči mečem mečů mečům mečích'],
  ['cs', 'učitel', 'učitele učiteli učitelem učitelé učitelů učitelům učitelích'],
  ['cs', 'strážce', 'strážci strážcem strážců strážcům strážcích'],
  ['cs', 'kůň', 'koně koni koněm koní koních'],
  ['cs', 'oheň', 'ohně ohni ohněm ohních'],
  ['cs', 'kámen', 'kamene kameni kamenem kameny kamenů kamenům kamenech'],
  ['cs', 'žena', 'ženy ženě ženu ženou žen ženám ženách ženami'],
  ['cs', 'kobka', 'kobky kobce kobku kobkou kobek kobkám kobkách kobkami'],
  ['cs', 'ulice', 'ulici ulicí ulic ulicím ulicích ulicemi'],
  ['cs', 'píseň', 'písně písni písní písním písních písněmi'],
  ['cs', 'kost', 'kosti kostí kostem kostech kostmi'],
  ['cs', 'město', 'města městu městem městě měst městům městech městy'],
  ['cs', 'moře', 'moři mořem moří mořím mořích'],
  ['cs', 'znamení', 'znamením znameních znameními'],
  ['cs', 'zvíře', 'zvířete zvířeti zvířetem zvířata zvířat zvířatům zvířatech zvířaty'],
  ['cs', 'kotě', 'kotěte kotěti kotětem koťata koťat koťatům koťatech koťaty'],
  ['de', 'Schwert', 'Schwertes Schwerts Schwerter Schwertern'],
  ['de', 'Kraft', 'Kräfte Kräften'],
  ['de', 'Turm', 'Turms Turmes Türme Türmen'],
  ['de', 'Buch', 'Buchs Buches Bücher Büchern'],
  ['de', 'Schurke', 'Schurken'],
  ['de', 'Held', 'Helden'],
  ['de', 'Ritter', 'Ritters Rittern'],
  ['de', 'Apfel', 'Apfels Äpfel Äpfeln'],
  ['de', 'Feder', 'Federn'],
  ['de', 'Rüstung', 'Rüstungen'],
  ['de', 'Königin', 'Königinnen'],
  ['de', 'Geheimnis', 'Geheimnisses Geheimnisse Geheimnissen'],
  ['de', 'Fluss', 'Flusses Flüsse Flüssen'],
  ['de', 'Verbündete', 'Verbündeten Verbündeter'],
  ['de', 'Zauberstäbe', 'Zauberstäben Zauberstab Zauberstabs'],
  ['ru', 'часовой', 'часового часовому часовым часовом часовые часовых часовыми'],
]

it.each(PARADIGMS)('%s: %s', (language, name, cases) => {
  expect(madeForms([name], language)).toEqual(expect.arrayContaining(cases.split(' ')))
})

describe('names of several words', () => {
  it.each([
    ['uk', 'Темний лицар', 'Темного лицаря|Темному лицареві|Темними лицарями'],
    ['uk', 'Синє полум’я', 'Синього полум’я|Синім полум’ям'],
    ['uk', 'Вежа магів', 'Вежі магів|Вежею магів'],
    ['uk', 'Печатка Темного Лорда', 'Печаткою Темного Лорда'],
    ['uk', 'Таверна «Чорний кіт»', 'Таверни «Чорний кіт»'],
    ['uk', '«Чорний кіт»', '«Чорного кота»'],
    ['uk', 'Меч і щит', 'Меча і щита|Мечем і щитом'],
    ['uk', 'Лорд Мороз', 'Лорда Мороза'],
    ['uk', 'Чжао Юнь', 'Чжао Юня|Чжао Юнем'],
    ['uk', 'Магічні атаки', 'Магічних атак|Магічною атакою'],
    ['uk', 'Меч-блискавка', 'Меча-блискавки|Меч-блискавкою'],
    ['ru', 'Тёмный рыцарь', 'Тёмного рыцаря|Темного рыцаря|Тёмными рыцарями'],
    ['ru', 'светящийся мох', 'светящегося мха'],
    ['ru', 'Древняя башня стражей', 'Древней башни стражей'],
    ['ru', 'волчий клык', 'волчьего клыка'],
    ['pl', 'Mroczny rycerz', 'Mrocznego rycerza|Mrocznemu rycerzowi|Mroczni rycerze|Mrocznych rycerzy'],
    ['pl', 'Czerwona księga', 'Czerwonej księgi|Czerwoną księgę|Czerwonych ksiąg'],
    ['pl', 'Wieża magów', 'Wieży magów|Wieżą magów'],
    ['pl', 'Gaz trujący', 'Gazu trującego|Gazem trującym'],
    ['pl', 'Miecz i tarcza', 'Miecza i tarczy|Mieczem i tarczą'],
    ['pl', 'Karczma „Czarny Kot”', 'Karczmy „Czarny Kot”'],
    ['cs', 'Temný rytíř', 'Temného rytíře|Temnému rytíři|Temní rytíři|Temných rytířů'],
    ['cs', 'Stará věž', 'Staré věže|Starou věží|Starých věží'],
    ['cs', 'Kámen mudrců', 'Kamene mudrců|Kamenem mudrců'],
    ['cs', 'Jarní květ', 'Jarního květu|Jarním květem'],
    ['cs', 'Meč a štít', 'Meče a štítu|Mečem a štítem'],
    ['de', 'Dunkler Ritter', 'Dunkle Ritter|Dunklen Ritters|Dunklem Ritter|Dunklen Rittern'],
    ['de', 'Der Rote Turm', 'des Roten Turms|dem Roten Turm|die Roten Türme'],
    ['de', 'Ring der Macht', 'Rings der Macht|Ringe der Macht|Ringen der Macht'],
    ['de', 'Altes Buch', 'Alte Buch|Alten Buches|Alten Büchern'],
    ['de', 'Schwert und Schild', 'Schwerts und Schilds|Schwerter und Schilder'],
  ])('%s: %s', (language, name, forms) => {
    expect(madeForms([name], language)).toEqual(expect.arrayContaining(forms.split('|')))
  })

  it.each([
    ['uk', 'Темний лицар', 'Темнота лицарства|Темний лицаря|Темна лицарка'],
    ['uk', 'Вежа магів', 'Вежа магам|Вежі маги'],
    ['uk', 'Таверна «Чорний кіт»', 'Таверни «Чорного кота»'],
    ['ru', 'зелье лечения', 'зелье лечению|зельем лечением'],
    ['pl', 'Mroczny rycerz', 'Mroku rycerza|Mroczny rycerza|Mroczna rycerka'],
    ['pl', 'Wieża magów', 'Wieży magom|Wieże magowie'],
    ['cs', 'Temný rytíř', 'Temnota rytíře|Temný rytířů|Temná rytířka'],
    ['cs', 'Kámen mudrců', 'Kámen mudrcům|Kamene mudrci'],
    ['de', 'Dunkler Ritter', 'Dunkles Ritter|Dunkelheit Ritter|Dunkler Ritterschaft'],
    ['de', 'Ring der Macht', 'Ring den Macht|Ring der Mächte|Ringer der Mächte'],
  ])('%s: %s is never %s', (language, name, others) => {
    const made = new Set(madeForms([name], language))
    expect(others.split('|').filter((each) => made.has(each))).toEqual([])
  })
})

it('leaves alone what a person has settled, and what does not decline', () => {
  expect(madeForms(['меч*'], 'uk')).toEqual([])
  expect(madeForms(['НЛО'], 'uk')).toEqual([])
  expect(madeForms(['кенгуру', '+5', '10 000', '门'], 'uk')).toEqual([])
  expect(madeForms(['меч'], 'ja')).toEqual([])
  expect(madeForms(['меч'], '')).toEqual([])
  const made = madeForms(['меч', 'меча'], 'uk')
  expect(made).not.toContain('меча')
  // «меча» is a case of «меч», so it is not taken for a word of its own.
  expect(made).not.toContain('мечею')
})

describe('what people say of a term', () => {
  it('gender leaves the other paradigms out', () => {
    const feminine = madeForms(['тінь'], 'uk', { gender: 'feminine' })
    expect(feminine).toEqual(expect.arrayContaining(['тіні', 'тінню']))
    expect(feminine).not.toContain('тіня')
    expect(madeForms(['путь'], 'ru', { gender: 'masculine' })).not.toContain('путью')
    // No word in the tables tells that this one is a woman's name.
    expect(madeForms(['Ізабель'], 'uk')).toContain('Ізабеля')
    expect(madeForms(['Ізабель'], 'uk', { gender: 'feminine' })).not.toContain('Ізабеля')
  })

  it('a plural has no singular, and a singular no plural', () => {
    expect(madeForms(['чоботи'], 'uk')).toContain('чобота')
    const plural = madeForms(['чоботи'], 'uk', { number: 'plural' })
    expect(plural).toEqual(expect.arrayContaining(['чобіт', 'чоботам']))
    expect(plural).not.toContain('чобота')
    const singular = madeForms(['Темний лицар'], 'uk', { number: 'singular' })
    expect(singular).toContain('Темного лицаря')
    expect(singular).not.toContain('Темних лицарів')
  })

  it('one that does not decline has its written forms only', () => {
    expect(madeForms(['Каліпсо', 'кіт'], 'uk', { inflection: 'none' })).toEqual([])
  })
})
