// Removes a model's reasoning from its answer. Some servers omit the opening tag, some return all channels.

const THOUGHTS: readonly RegExp[] = [
  /^[^]*<\|channel\|>\s*final\b[^<]*<\|message\|>/,
  /<\|channel\|>[^]*$/,
  /<\|(?:return|end)\|>\s*$/,
  /^\s*analysis[^]*assistantfinal/,
  // Of brackets only these, and only first: "[thought]" is also text of games.
  /^\s*\[THINK\](?:[^]*?\[\/THINK\]|[^]*$)/,
  /<((?:seed:)?think|thinking|reasoning|thought)>[^]*?<\/\1>/gi,
  /^[^]*<\/(?:(?:seed:)?think|thinking|reasoning|thought)>/i,
  /<(?:(?:seed:)?think|thinking|reasoning|thought)>[^]*$/i,
]

/** An answer cut inside the reasoning keeps the part before. */
export const withoutThoughts = (answer: string): string =>
  THOUGHTS.reduce((rest, thought) => rest.replace(thought, ''), answer)
