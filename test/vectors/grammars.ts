// What each grammar of another game takes for a token (docs/another-game.md#markup), written by hand from the engines' documentation.
import type { GrammarName } from '../../src/domain/profile.ts'

export interface GrammarVector {
  readonly text: string
  /** Tokens that must stay, in order. */
  readonly must?: readonly string[]
  /** Tokens that should stay, in order. */
  readonly should?: readonly string[]
}

export const GRAMMAR_VECTORS: Readonly<Record<GrammarName, readonly GrammarVector[]>> = {
  printf: [
    { text: 'Deal %d of %1$s, %-5.2f%%', must: ['%d', '%1$s', '%-5.2f', '%%'] },
    { text: '%(name)s has %(count)d, %@ too', must: ['%(name)s', '%(count)d', '%@'] },
    { text: '%ld of %zu, 0x%08X', must: ['%ld', '%zu', '%08X'] },
    { text: '50%damage, 100% sure, %' },
    { text: '5%d', must: ['%d'] },
    { text: '%(%(%(' },
  ],
  qt: [
    { text: '%1 of %2 (%L3), %12%', must: ['%1', '%2', '%L3', '%12'] },
    { text: '%n file(s) and %Ln more', should: ['%n', '%Ln'] },
    { text: '100% new, 5 %, %next, %1$s' },
  ],
  icu: [
    { text: 'Hi {name}, it is {when, date, short}', must: ['{name}', '{when, date, short}'] },
    { text: '{count, plural, =0 {none} one {# coin} other {# coins of {name}}}', must: ['{count, plural,'] },
    { text: '{n,plural,offset:1 other{{g, select, male{his} other{their}} #}}', must: ['{n,plural,offset:1'] },
    { text: '{n, plural, one {', must: [] },
    { text: '{0} {1,choice,0#none|1<{1} eggs}', must: ['{0}', '{1,choice,'] },
    { text: '{1,choice,0#none', must: [] },
  ],
  braces: [
    { text: '{0} of {total:N2}, {{count}} $t(menu.start)', must: ['{0}', '{total:N2}', '{{count}}', '$t(menu.start)'] },
    { text: 'costs $5 {', must: [] },
  ],
  tags: [
    {
      text: '<color=#ff0000><b>Stop</b></color><br/><#FF0000><sprite name="a b">',
      must: ['<color=#ff0000>', '<b>', '</b>', '</color>', '<br/>', '<#FF0000>', '<sprite name="a b">'],
    },
    { text: '1 < 2, <3, <- here, a <' },
  ],
  bbcode: [
    {
      text: '[b]Go[/b] [url=https://a.b/c?d=e]there[/url]',
      must: ['[b]', '[/b]', '[url=https://a.b/c?d=e]', '[/url]'],
    },
    { text: '[laughs] [1] []' },
  ],
  rpgmaker: [
    {
      text: String.raw`\N[1], you have \V[12]\G.\! \C[2]Run\C[0]\{ \n<Ada>`,
      must: [String.raw`\N[1]`, String.raw`\V[12]`, String.raw`\G`, String.raw`\n<Ada>`],
      should: [String.raw`\!`, String.raw`\C[2]`, String.raw`\C[0]`, String.raw`\{`],
    },
    { text: String.raw`C:\games \\ \Gold Drops:\n[font=bold]\n[item=egg]` },
  ],
  renpy: [
    {
      text: 'Hello, [player!t]. {b}Run{/b}{w=1.0} [[not] {{nor}',
      must: ['[player!t]', '{b}', '{/b}', '{w=1.0}'],
      should: ['[[', '{{'],
    },
  ],
  fluent: [
    {
      text: 'Hi { $name }, { -brand } at { NUMBER($n) } {"{"}',
      must: ['{ $name }', '{ -brand }', '{ NUMBER($n) }', '{"{"}'],
    },
    { text: '{ $n ->\n  [one] One egg\n *[other] { $n } eggs\n} left', must: ['{ $n ->'] },
    { text: '{ $a -> [x] { $b -> *[y] { $c } } *[z] no } { $a', must: ['{ $a ->'] },
    { text: '{ $n -> [one] One', must: [] },
  ],
  paradox: [
    {
      text: '§Y$VALUE|+$§! of [Root.GetName] £gold£ @food! #bold now#!, costs $5 # 1',
      must: ['$VALUE|+$', '[Root.GetName]', '£gold£', '@food!'],
      should: ['§Y', '§!', '#bold', '#!'],
    },
  ],
  factorio: [
    {
      text: '__1__ of __ENTITY__iron-ore__ [item=iron-ore]: __plural_for_parameter__1__{1=a|rest=b}__',
      must: ['__1__', '[item=iron-ore]', '__plural_for_parameter__1__{'],
      should: ['__ENTITY__iron-ore__'],
    },
    { text: 'Press __ALT_CONTROL__1__build__', should: ['__ALT_CONTROL__1__build__'] },
    { text: '__init__ __ __A_ [Shift] [all=none]' },
  ],
  escapes: [
    {
      text: String.raw`One\nTwo \"three\" \u00e9 \x`,
      should: [String.raw`\n`, String.raw`\"`, String.raw`\"`, String.raw`\u00e9`],
    },
  ],
}
