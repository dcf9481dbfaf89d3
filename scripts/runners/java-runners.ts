// Maven Surefire with JUnit, as Debian has them: cases with parameters, nested classes, errors beside failures, what is disabled, and what
// is run again after it failed. They are compiled by hand, because Debian's Maven does not bring its compiler along.
import type { Runner } from "./runner.ts";

const HOME = "/usr/share/java";
const JARS = [
  "junit-jupiter-api",
  "junit-jupiter-params",
  "junit-platform-commons",
  "opentest4j",
  "apiguardian-api",
  "junit4",
];

export const JAVA_RUNNERS: Runner[] = [
  surefire({
    name: "Maven Surefire, JUnit 5",
    report: "surefire-junit5.xml",
    test: `import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
class CartTest {
  @Test void CART_1_adds_an_item() {}
  @ParameterizedTest @ValueSource(strings = {"one", "two, three"}) void CART_1_adds_items(String what) {}
  @Test void CART_2_takes_a_coupon_twice() { Assertions.assertEquals(1, 2, "coupons"); }
  @Test void CART_2_takes_no_coupon() { throw new IllegalStateException("none"); }
  @Disabled("not yet") @Test void CART_3_rounds_taxes() {}
  @Nested class Coupons {
    @Test void CART_1_takes_one() {}
    @Test void CART_2_takes_two() { Assertions.fail("twice"); }
  }
}
`,
  }),
  surefire({
    name: "Maven Surefire, JUnit 4 with reruns",
    report: "surefire-reruns.xml",
    settings: "<rerunFailingTestsCount>2</rerunFailingTestsCount>",
    test: `import org.junit.*;
public class CartTest {
  static int tries;
  @Test public void CART_1_passes_the_second_time() { if (tries++ == 0) Assert.fail("the first time"); }
  @Test public void CART_2_fails_every_time() { Assert.fail("every time"); }
  @Ignore("not yet") @Test public void CART_3_rounds_taxes() {}
}
`,
  }),
];

interface SurefireProject {
  name: string;
  report: string;
  test: string;
  settings?: string;
}

function surefire({ name, report, test, settings = "" }: SurefireProject): Runner {
  const isFour = test.includes("org.junit.*");
  const dependencies = isFour
    ? dependency("junit", "junit", "4.x")
    : dependency("org.junit.jupiter", "junit-jupiter-engine", "5.9.2") +
      dependency("org.junit.jupiter", "junit-jupiter-params", "5.9.2");
  return {
    name,
    report,
    debian: "maven libsurefire-java junit4 junit5 default-jdk-headless",
    files: {
      "CartTest.java": test,
      "pom.xml": `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId><artifactId>cart</artifactId><version>1</version>
  <dependencies>${dependencies}</dependencies>
  <build><plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId><artifactId>maven-surefire-plugin</artifactId><version>2.22.3</version>
    <configuration>${settings}</configuration>
  </plugin></plugins></build>
</project>
`,
      "settings.xml":
        "<settings><localRepository>/usr/share/maven-repo</localRepository><offline>true</offline></settings>\n",
      ".mvn/maven.config": "--batch-mode --offline --settings settings.xml\n",
      "compile.sh": `javac -classpath ${JARS.map((jar) => `${HOME}/${jar}.jar`).join(":")} -d target/test-classes CartTest.java\n`,
    },
    command: `sh compile.sh && mvn surefire:test; cp target/surefire-reports/TEST-CartTest.xml ${report}`,
    version: `echo "Surefire 2.22.3, JUnit $(dpkg-query --show --showformat '\${Version}' ${isFour ? "junit4" : "junit5"} | sed 's/-.*//')"`,
  };
}

function dependency(group: string, artifact: string, version: string): string {
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version><scope>test</scope></dependency>`;
}
