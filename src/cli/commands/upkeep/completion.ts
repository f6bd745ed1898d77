// `windrow completion`: prints a script with which a shell completes windrow's commands.
import type { Command, OptionSpec, Runnable } from '../../command.ts'
import { GLOBAL_OPTIONS, word } from '../../options.ts'

type Shell = 'bash' | 'zsh' | 'fish' | 'powershell'

/** The words that may follow each path. A path of an option whose value is free has none. */
type Following = ReadonlyMap<string, readonly string[]>

function followingOf(commands: readonly Command[]): Following {
  const following = new Map<string, Set<string>>()
  const add = (path: string, words: readonly string[]): void => {
    following.set(path, new Set([...(following.get(path) ?? []), ...words]))
  }
  for (const { name, arguments: values = [], options = [] } of commands) {
    const words = name.split(' ')
    for (const [at, word] of words.entries()) add(words.slice(0, at).join(' '), [word])
    const all: readonly OptionSpec[] = [...options, ...GLOBAL_OPTIONS]
    add(name, [...values.flatMap(({ value }) => value.choices ?? []), ...all.map((option) => `--${option.name}`)])
    for (const { name: option, value } of all) {
      if (value !== undefined) add(`${name} --${option}`, [...(value.choices ?? []), ...(value.words ?? [])])
    }
  }
  return new Map([...following].map(([path, words]) => [path, [...words]]))
}

/**
 * Completions of the command line for shells, from the command table. A shell gets the words that may follow a path of
 * words (`key create`) or an option with choices (`key create --role`); where nothing is listed, it offers files.
 */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return SCRIPTS[shell](followingOf(commands))
}

const bash = (following: Following): string => `# windrow completion bash
_windrow_words() {
  case "$1" in
${[...following].map(([path, words]) => `    '${path}') echo '${words.join(' ')}' ;;`).join('\n')}
    *) return 1 ;;
  esac
}
_windrow() {
  local word="\${COMP_WORDS[COMP_CWORD]}" path='' before='' longer='' words='' at=1
  while [ "$at" -lt "$COMP_CWORD" ]; do
    before="\${COMP_WORDS[at]}"
    at=$((at + 1))
    case "$before" in -*) continue ;; esac
    longer="\${path:+$path }$before"
    if _windrow_words "$longer" >/dev/null; then path="$longer"; fi
  done
  words="$(_windrow_words "$path $before")" || words="$(_windrow_words "$path")"
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _windrow windrow
`

const zsh = (following: Following): string =>
  `#compdef windrow\nautoload -Uz compinit bashcompinit\n(( $+functions[compdef] )) || compinit\nbashcompinit\n${bash(following)}`

const fish = (following: Following): string => `# windrow completion fish
function __windrow_words
  switch "$argv[1]"
${[...following]
  .map(([path, words]) => {
    const answer = words.length === 0 ? 'return 0' : `printf '%s\\n' ${words.join(' ')}`
    return `    case '${path}'\n      ${answer}`
  })
  .join('\n')}
    case '*'
      return 1
  end
end
function __windrow_complete
  set -l path ''
  set -l before ''
  for each in (commandline -opc)[2..-1]
    set before $each
    string match -q -- '-*' $each; and continue
    set -l longer (string trim -- "$path $each")
    __windrow_words $longer >/dev/null; and set path $longer
  end
  __windrow_words "$path $before"; or __windrow_words $path
end
complete -c windrow -a '(__windrow_complete)'
`

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The script for Windows PowerShell 5.1 and PowerShell 7, which offer files where the script offers nothing. */
const powershell = (following: Following): string => `# windrow completion powershell
$global:WindrowWords = @{}
${[...following].map(([path, words]) => `$global:WindrowWords[${quoted(path)}] = @(${words.map(quoted).join(', ')})`).join('\n')}
Register-ArgumentCompleter -Native -CommandName windrow, windrow.exe -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $elements = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
  if ($wordToComplete -ne '') { $elements = @($elements | Select-Object -SkipLast 1) }
  $path = ''
  $before = ''
  foreach ($before in $elements) {
    if ($before -like '-*') { continue }
    $longer = "$path $before".Trim()
    if ($global:WindrowWords.ContainsKey($longer)) { $path = $longer }
  }
  $key = "$path $before".Trim()
  if (-not $global:WindrowWords.ContainsKey($key)) { $key = $path }
  $global:WindrowWords[$key] | Where-Object { "$_".StartsWith("$wordToComplete", 'Ordinal') -and "$_" -ne '' } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`

const SCRIPTS: Readonly<Record<Shell, (following: Following) => string>> = { bash, zsh, fish, powershell }

export const command: Runnable = {
  name: 'completion',
  summary: "Print a script with which your shell completes windrow's commands, options and choices",
  details: [
    'For bash add source <(windrow completion bash) to ~/.bashrc, for zsh the same with zsh to ~/.zshrc; ' +
      'for fish write it to ~/.config/fish/completions/windrow.fish; for PowerShell add windrow completion powershell | ' +
      'Out-String | Invoke-Expression to the file that $PROFILE names. The executable has to be named windrow.',
  ],
  arguments: [
    {
      summary: 'The shell',
      value: word('SHELL', Object.keys(SCRIPTS), 'shell'),
    },
  ],
  examples: ['source <(windrow completion bash)', 'windrow completion fish > ~/.config/fish/completions/windrow.fish'],
  run: async (context, args, commands) => {
    context.stdout.write(completionScript(args.argument('SHELL') as Shell, commands))
  },
}
