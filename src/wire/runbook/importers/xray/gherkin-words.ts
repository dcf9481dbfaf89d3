// The words of Gherkin that begin features, rules, backgrounds and scenarios, in the languages that a file may name in a comment.

export interface GherkinWords {
  feature: RegExp;
  rule: RegExp;
  background: RegExp;
  scenario: RegExp;
}

/** For each language the words for a feature, a rule, a background and a scenario; outlines are among the last. */
const WORDS_BY_LANGUAGE: Record<string, readonly [string, string, string, string]> = {
  en: ["Feature|Business Need|Ability", "Rule", "Background", "Scenario Outline|Scenario Template|Scenario|Example"],
  de: [
    "Funktionalität|Funktion",
    "Rule|Regel",
    "Grundlage|Hintergrund|Voraussetzungen|Vorbedingungen",
    "Szenariogrundriss|Szenarien|Szenario|Beispiel",
  ],
  fr: ["Fonctionnalité", "Règle", "Contexte", "Plan du scénario|Plan du Scénario|Scénario|Exemple"],
  es: [
    "Característica|Necesidad del negocio|Requisito",
    "Regla|Regla de negocio",
    "Antecedentes",
    "Esquema del escenario|Escenario|Ejemplo",
  ],
  pt: [
    "Funcionalidade|Característica|Caracteristica",
    "Regra",
    "Contexto|Cenário de Fundo|Cenario de Fundo|Fundo",
    "Esquema do Cenário|Esquema do Cenario|Delineação do Cenário|Cenário|Cenario|Exemplo",
  ],
  it: ["Funzionalità|Esigenza di Business|Abilità", "Regola", "Contesto", "Schema dello scenario|Scenario|Esempio"],
  nl: ["Functionaliteit", "Regel", "Achtergrond", "Abstract Scenario|Scenario|Voorbeeld"],
  pl: [
    "Właściwość|Funkcja|Aspekt|Potrzeba biznesowa",
    "Zasada|Reguła",
    "Założenia",
    "Szablon scenariusza|Scenariusz|Przykład",
  ],
  sv: ["Egenskap", "Regel", "Bakgrund", "Abstrakt Scenario|Scenariomall|Scenario"],
  ru: [
    "Функция|Функциональность|Функционал|Свойство|Фича",
    "Правило",
    "Предыстория|Контекст",
    "Структура сценария|Шаблон сценария|Сценарий|Пример",
  ],
  ja: [
    "フィーチャ|機能",
    "ルール",
    "背景",
    "シナリオアウトライン|シナリオテンプレート|テンプレ|シナリオテンプレ|シナリオ",
  ],
  "zh-cn": ["功能", "Rule|规则", "背景", "场景大纲|剧本大纲|场景|剧本"],
};

/** What a file may name: no name of an object's own parts is a language. */
const WORDS = new Map(Object.entries(WORDS_BY_LANGUAGE));

const LANGUAGE = /^[ \t]*#[ \t]*language[ \t]*:[ \t]*([\w-]+)/m;
/** Where the comment that names the language is looked for: it stands above all else. */
const NEAR_THE_START = 2_000;

/** The words of the language that the file names, and of English where it names none that is known. */
export function gherkinWordsOf(text: string): GherkinWords {
  const language = LANGUAGE.exec(text.slice(0, NEAR_THE_START))?.[1]?.toLowerCase() ?? "en";
  const known = WORDS.get(language) ?? WORDS.get(language.split("-", 1)[0]!) ?? WORDS_BY_LANGUAGE.en!;
  const [feature, rule, background, scenario] = known;
  const line = (words: string) => new RegExp(`^[ \\t]*(?:${words})[ \\t]*:[ \\t]*(.*)$`, "m");
  return { feature: line(feature), rule: line(rule), background: line(background), scenario: line(scenario) };
}
