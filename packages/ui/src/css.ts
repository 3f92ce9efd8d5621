/** Tags CSS text so that editors colour it, and drops the indentation that a style sheet does not need. */
export const css = ({ raw: [text = ''] }: TemplateStringsArray): string => text.replace(/\s+/g, ' ')
