/** Formats rows as lines of aligned columns, two spaces apart. Cells that begin with a digit are aligned to the right. */
export const formatTable = (rows: readonly (readonly string[])[]): string => {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length)
  }
  const align = (cell: string, column: number): string => {
    const width = widths[column] ?? 0
    return /^\d/.test(cell) ? cell.padStart(width) : cell.padEnd(width)
  }
  return rows.map((row) => row.map(align).join('  ').trimEnd()).join('\n')
}
