import { AnswerModelRepository } from './answer-models';
import { CrossroadsDb } from './db';
import { KeptArtifacts } from './kept-artifacts';
import { NovelRepository } from './novels';
import { OwnDecisionRepository } from './own-decisions';
import { RunRepository } from './runs';
import { SettingsRepository } from './settings';
import { VectorRepository } from './vectors';

/** The one database of this page with its repositories. It is opened when something is first read or written. */
const db = new CrossroadsDb();
export const runs = new RunRepository(db);
export const settings = new SettingsRepository(db);
export const keptArtifacts = new KeptArtifacts(db);
export const novels = new NovelRepository(db);
export const ownDecisions = new OwnDecisionRepository(db);
export const vectors = new VectorRepository(db);
export const answerModels = new AnswerModelRepository(db);
