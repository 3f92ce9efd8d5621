/** Tags CSS text so that editors color it, and drops the indentation that a style sheet doesn't need. */
export const css = ({ raw: [text = ''] }: TemplateStringsArray): string => text.replace(/\s+/g, ' ')
