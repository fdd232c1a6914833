/** What the server tells about an Axiom position, under the names used here. */

import type { AxiomMovePreview, AxiomScene, AxiomStep } from "../../api/types";

export type Scene = AxiomScene;
export type Move = AxiomMovePreview;
export type Step = AxiomStep;
