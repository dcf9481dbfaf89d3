// The names that people and tools give to the columns of tables of test cases, in a few languages, as `plainWords` spells them.
import type { ColumnField } from "../reading/column-fields.ts";

/** Names of columns for each field, the surest first. */
export const COLUMN_NAMES: Record<ColumnField, readonly string[]> = {
  title: names(
    "title, test case title, test case name, case title, case name, test name, test title, name, summary",
    "tc name, tc title, test case summary, test summary, test case, test cases, test, case, check, test case description, scenario, test scenario",
    "titel, testfallname, name des testfalls, testfall, bezeichnung, titre, intitulé, nom du test, cas de test, nom",
    "título, nombre, caso de prueba, nome, caso de teste, titolo, caso di test, testgeval, naam",
  ),
  ref: names(
    "ref, id, key, test case id, case id, test id, testcase id, issue key, number, no, nr, tc id, allure id",
    "issuekey, test case key, test key, test case no, test case number, tc no, case no, sr no, sl no, s no, identifier, #",
    "test case #, test #, tc #, case #",
    "testfall id, kennung, schlüssel, identifiant, référence, identificador, clave, chave, codice, nummer",
  ),
  section: names(
    "section hierarchy, section, folder, folder path, suite, test suite, path, module, feature, area, category, area path, subject",
    "folder name, suite name, test suite name, module name, feature name, functionality, test area, component, group, epic",
    "bereich, abschnitt, ordner, modul, kategorie, dossier, rubrique, catégorie, sección, carpeta, módulo, categoría",
    "seção, secção, pasta, categoria, sezione, cartella, modulo, sectie, map, categorie",
    // These name a section where another column has the title.
    "scenario, test scenario",
  ),
  description: names(
    "description, test case description, test description, objective, test objective, summary, details, purpose, goal",
    "beschreibung, ziel, objectif, descripción, objetivo, descrição, descrizione, obiettivo, omschrijving, beschrijving",
  ),
  preconditions: names(
    "preconditions, precondition, pre conditions, pre condition, prerequisites, setup, given",
    "pre requisites, pre requisite, prerequisite, initial state, initial conditions, precondition text",
    "vorbedingungen, vorbedingung, voraussetzungen, voraussetzung, préconditions, précondition, pré conditions, prérequis",
    "precondiciones, precondición, condiciones previas, pré condições, pré condição, precondições, pré requisitos",
    "precondizioni, prerequisiti, precondities, voorwaarden",
  ),
  steps: names(
    "steps, test steps, step, test step, steps to reproduce, action, actions, step description, instructions",
    "step details, test step details, detailed steps, steps actions, test procedure, test script, how to test, steps text",
    "steps to execute, execution steps, test execution steps, steps step, step action, procedure, test step description, step instructions, description design steps, when, scenario",
    "testschritte, schritte, testschritt, schritt, aktion, étapes de test, étapes, étape, pasos de prueba, pasos, paso, acción",
    "passos do teste, passos, passo, ação, passi, passaggi, azione, teststappen, stappen, actie",
  ),
  data: names(
    "test data, data, step data, input data, test input, input, inputs",
    "testdaten, daten, données de test, données, datos de prueba, datos, dados de teste, dados, dati di test, testgegevens",
  ),
  expected: names(
    "expected result, expected results, expected, expected outcome, steps expected result, result expected",
    "step expected results, step expected result, test step expected result, step expected, expected result design steps",
    "expected output, expected response, expected test result, steps result, steps expected, pass criteria",
    "expected result text",
    "expected behavior, expected behaviour, then",
    "erwartetes ergebnis, erwartete ergebnisse, erwartetes resultat, soll ergebnis, résultat attendu, résultats attendus",
    "resultado esperado, resultados esperados, risultato atteso, risultati attesi, verwacht resultaat, verwachte resultaten",
  ),
  notes: names(
    "notes, note, comments, comment, remarks, remark, additional information, postconditions, post conditions",
    "bemerkungen, bemerkung, anmerkungen, anmerkung, notizen, kommentar, remarques, commentaires, commentaire",
    "notas, comentarios, observaciones, comentários, observações, commenti, opmerkingen",
  ),
};

function names(...lists: string[]): string[] {
  return lists.flatMap((list) => list.split(", "));
}
