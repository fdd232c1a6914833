/** What can be chosen for Axom alone: the board on its corner, or square. */

import type { OwnChoice } from "../../board/types";

export const view: OwnChoice = {
  kind: "choice",
  name: "view",
  icon: "square",
  title: { en: "View of the board", fr: "Vue du plateau" },
  values: [
    { value: "diamond", label: { en: "Diamond", fr: "Losange" }, verb: { en: "Diamond view", fr: "Vue en losange" } },
    { value: "square", label: { en: "Square", fr: "Carrée" }, verb: { en: "Square view", fr: "Vue carrée" } },
  ],
};
