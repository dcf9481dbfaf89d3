// Renders the chart as Helm does, where Helm is not to be had: Go's own templates, with the functions that Helm takes from sprig, and
// those of its own that the chart uses. Debian: golang-go golang-github-masterminds-sprig-dev golang-gopkg-yaml.v3-dev
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run render.go CHART RELEASE < VALUES
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	if err := render(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(chart, release string) error {
	var about struct {
		Name       string `yaml:"name"`
		Version    string `yaml:"version"`
		AppVersion string `yaml:"appVersion"`
	}
	text, err := os.ReadFile(filepath.Join(chart, "Chart.yaml"))
	if err != nil {
		return err
	}
	if err := yaml.Unmarshal(text, &about); err != nil {
		return err
	}
	var values, given map[string]interface{}
	own, err := os.ReadFile(filepath.Join(chart, "values.yaml"))
	if err != nil {
		return err
	}
	if err := yaml.Unmarshal(own, &values); err != nil {
		return err
	}
	more, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	if err := yaml.Unmarshal(more, &given); err != nil {
		return err
	}
	merge(values, given)

	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	// What depends on the machine is not there in Helm either.
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["required"] = func(why string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(why)
		}
		return value, nil
	}
	functions["fail"] = func(why string) (string, error) { return "", errors.New(why) }
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	all.Funcs(functions)
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := all.New(filepath.Base(path)).Parse(string(text)); err != nil {
			return err
		}
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   about,
		"Release": map[string]interface{}{"Name": release, "Namespace": "default", "Service": "Helm"},
	}
	for _, path := range paths {
		if !strings.HasSuffix(path, ".yaml") {
			continue
		}
		var out bytes.Buffer
		if err := all.ExecuteTemplate(&out, filepath.Base(path), data); err != nil {
			return err
		}
		if strings.TrimSpace(out.String()) != "" {
			fmt.Printf("---\n# Source: %s\n%s\n", filepath.Base(path), out.String())
		}
	}
	return nil
}

func merge(into, from map[string]interface{}) {
	for key, value := range from {
		below, isMap := value.(map[string]interface{})
		own, hasMap := into[key].(map[string]interface{})
		if isMap && hasMap {
			merge(own, below)
		} else {
			into[key] = value
		}
	}
}
