/** The templates, by the name of their folder in `templates`. */
export const templates = {
  'vite-react': { summary: 'Vite and React', settings: 'src/latchkey.ts' },
  next: { summary: 'Next.js', settings: 'app/latchkey.ts' },
  vanilla: { summary: 'plain HTML and JavaScript, without a bundler', settings: 'public/index.html' },
} as const satisfies Record<string, { summary: string /** The file with the addresses. */; settings: string }>

export type TemplateName = keyof typeof templates

export const templateNames = Object.keys(templates) as TemplateName[]

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(templates, name)
