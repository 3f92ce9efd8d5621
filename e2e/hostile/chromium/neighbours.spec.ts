import { neighbourRows } from '../rows/neighbours.ts'
import { scenarios } from './scenarios.ts'

scenarios('neighbours', neighbourRows)
