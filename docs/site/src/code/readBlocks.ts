/** A block of code on a page. */
export type Block = {
  language: string
  /** Path in the reader's app, where the page names one: `[src/App.tsx]`. */
  file: string | undefined
  code: string
  /** Line of the page on which the code begins, from 1. */
  line: number
}

const fence = /^```(\w+)(?: \[([^\]]+)\])?$/

/** Returns the blocks of a page. Throws for a fence without a language: nothing would check it. */
export const readBlocks = (markdown: string): Block[] => {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [index, line] of markdown.split('\n').entries()) {
    if (open === undefined && line.startsWith('```')) {
      const [, language, file] = fence.exec(line) ?? []
      if (language === undefined) throw new Error(`Line ${index + 1}: a block of code names its language`)
      open = { language, file, code: '', line: index + 2 }
    } else if (open !== undefined && line === '```') {
      blocks.push(open)
      open = undefined
    } else if (open !== undefined) open.code += `${line}\n`
  }
  return blocks
}
