// What a model says to itself before it answers. Some servers leave the opening tag out, some show all channels.

const THOUGHTS: readonly RegExp[] = [
  /^[^]*<\|channel\|>\s*final\b[^<]*<\|message\|>/,
  /<\|channel\|>[^]*$/,
  /<\|(?:return|end)\|>\s*$/,
  /<(think|thinking|reasoning)>[^]*?<\/\1>/g,
  /^[^]*<\/(?:think|thinking|reasoning)>/,
  /<(?:think|thinking|reasoning)>[^]*$/,
]

/** An answer without its thoughts; of one that was cut in the midst of them, what stands before. */
export const withoutThoughts = (answer: string): string =>
  THOUGHTS.reduce((rest, thought) => rest.replace(thought, ''), answer)
